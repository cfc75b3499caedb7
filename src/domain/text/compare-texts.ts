import { withBoundedMarks } from './bounded-marks.ts';

let collator: Intl.Collator | null = null;

/** Compares two texts for sorting on screen. Numbers inside the texts compare by value. */
export function compareTexts(a: string, b: string): number {
  // Created on first use: creation loads the tables of all languages and takes some ten milliseconds.
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(withBoundedMarks(a), withBoundedMarks(b));
}
