/**
 * Writes `last_used_at` of an application again. Its time is recorded in milliseconds, as a series; what the time
 * does not show is part of the row's content.
 */

import { parseTimestamp } from '#contract/forms.ts';

/** End of a time in whole seconds, such as `Z`. */
const wholeSeconds = /:\d{2}(Z|\+00:00)$/;

/**
 * Returns what a row's content has besides the recorded time: `null` if there is none, the end of the text if it
 * is in whole seconds, and nothing for three decimals.
 */
export function lastUseMark(text: string | null): { readonly last_used_at?: string | null } {
  if (text === null) return { last_used_at: null };
  const end = parseTimestamp(text) === null ? undefined : wholeSeconds.exec(text)?.[1];
  return end === undefined ? {} : { last_used_at: end };
}

/** Writes a time. @param mark - `last_used_at` of the row's content. */
export function lastUseText(time: number, mark: unknown): string {
  const text = new Date(time).toISOString();
  return typeof mark === 'string' ? `${text.slice(0, 19)}${mark}` : text;
}
