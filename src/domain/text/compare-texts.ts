/** The order of texts on the screen. */

import { withBoundedMarks } from './bounded-marks.ts';

let collator: Intl.Collator | null = null;

/** Orders texts, digits in them by their value. */
export function compareTexts(a: string, b: string): number {
  // Made when it is needed: it brings the tables of all languages, some ten milliseconds of the first script.
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(withBoundedMarks(a), withBoundedMarks(b));
}
