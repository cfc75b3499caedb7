import { choices, useChoice } from '#app/url/choice.ts';
import { type Measure, type MeasureClaims, offeredMeasures } from '#domain/regions/measures.ts';

interface ChosenMeasure {
  /** `undefined` if neither nodes nor buckets are offered. */
  readonly measure: Measure | undefined;
  readonly offered: readonly Measure[];
  readonly choose: (measure: Measure) => void;
}

/** The measure of the marks, stored in the address. Default: the first one offered. */
export function useMeasure(claims: MeasureClaims): ChosenMeasure {
  const offered = offeredMeasures(claims);
  const [wanted, choose] = useChoice('size', choices.size);
  return { measure: offered.includes(wanted) ? wanted : offered[0], offered, choose };
}
