import { choices, useChoice } from '#app/url/choice.ts';
import { type Measure, type MeasureClaims, offeredMeasures } from '#domain/regions/measures.ts';

interface ChosenMeasure {
  /** What the size of a mark stands for; `undefined` if neither nodes nor buckets are offered. */
  readonly measure: Measure | undefined;
  readonly offered: readonly Measure[];
  readonly choose: (measure: Measure) => void;
}

/**
 * Returns what the size of the marks stands for (nodes or buckets), as stored in the URL. Default: the first
 * one offered.
 */
export function useMeasure(claims: MeasureClaims): ChosenMeasure {
  const offered = offeredMeasures(claims);
  const [wanted, choose] = useChoice('size', choices.size);
  return { measure: offered.includes(wanted) ? wanted : offered[0], offered, choose };
}
