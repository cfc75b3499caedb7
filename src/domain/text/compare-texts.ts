import { withBoundedMarks } from './bounded-marks.ts';

let collator: Intl.Collator | null = null;

/** Compares texts for sorting on screen. Numbers in them compare by value. */
export function compareTexts(a: string, b: string): number {
  // Created on first use: it loads the tables of all languages, some ten milliseconds.
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(withBoundedMarks(a), withBoundedMarks(b));
}
