/** How the values of a filter are written. */

import { type Filter, shownValue } from '#app/url/search.ts';
import { settled } from '#domain/text/visible-text.ts';

/** Whether a value is written as a deployment sent it. */
export function isSent({ show }: Filter, value: string | null): boolean {
  return value !== null && show === undefined;
}

/** A value in words. */
export function shownBy({ none, show }: Filter, value: string | null): string {
  return value === null ? (none ?? 'not provided') : settled(show?.(value) ?? shownValue(value));
}
