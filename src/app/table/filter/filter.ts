import { type Filter, shownValue } from '#app/url/search.ts';
import { settled } from '#domain/text/visible-text.ts';

/** Whether a value is shown as the service sent it, not formatted. */
export function isSent({ show }: Filter, value: string | null): boolean {
  return value !== null && show === undefined;
}

export function shownBy({ none, show }: Filter, value: string | null): string {
  return value === null ? (none ?? 'not provided') : settled(show?.(value) ?? shownValue(value));
}
