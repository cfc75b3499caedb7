import { keptMilliseconds } from '../../domain/observation.ts';
import { useTimed } from '../clock.ts';

export const stripMarks = 90;
/** Strips move on by one mark at a time. */
const markMilliseconds = keptMilliseconds / stripMarks;

/** The time span that all strips of a page share. */
export function useStripSpan(): { readonly from: number; readonly to: number } {
  const to = useTimed((now) => Math.ceil(now / markMilliseconds) * markMilliseconds);
  return { from: to - keptMilliseconds, to };
}
