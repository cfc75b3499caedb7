import { type Measure, type MeasureClaims, offeredMeasures } from '#domain/regions/measures.ts';
import { choices, useChoice } from '../url/choice.ts';

interface ChosenMeasure {
  /** `undefined` where neither nodes nor buckets are offered. */
  readonly measure: Measure | undefined;
  readonly offered: readonly Measure[];
  readonly choose: (measure: Measure) => void;
}

/** What regions are measured by, kept in the address: the first of what is offered unless the reader chose. */
export function useMeasure(claims: MeasureClaims): ChosenMeasure {
  const offered = offeredMeasures(claims);
  const [wanted, choose] = useChoice('size', choices.size);
  return { measure: offered.includes(wanted) ? wanted : offered[0], offered, choose };
}
