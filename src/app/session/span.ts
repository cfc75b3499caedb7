import { useTimed } from '../clock.ts';

/** Strips move on by one mark at a time. */
const markMilliseconds = 10_000;
export const stripMarks = 90;

/** The time span that all strips of a page share, until history is there: the last quarter of an hour. */
export function useStripSpan(): { readonly from: number; readonly to: number } {
  const to = useTimed((now) => Math.ceil(now / markMilliseconds) * markMilliseconds);
  return { from: to - stripMarks * markMilliseconds, to };
}
