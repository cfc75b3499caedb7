/** A field that the rows of a list are filtered and grouped by. */

import { shownValue } from '#app/url/search.ts';
import { settled } from '#domain/text/settled-text.ts';

export interface Filter {
  /** Field of the listing. */
  readonly field: string;
  readonly label: string;
  /** How a value is written, where not as it is. */
  readonly show?: (value: string) => string;
  /** What stands for rows that have none; "not provided" unless said. */
  readonly none?: string;
  /** Whether the rows have a severity as well: what is not operational can then be chosen whatever its word is. */
  readonly states?: boolean;
}

/** Whether a value is written as a deployment sent it. */
export function isSent({ show }: Filter, value: string | null): boolean {
  return value !== null && show === undefined;
}

/** A value in words. */
export function shownBy({ none, show }: Filter, value: string | null): string {
  return value === null ? (none ?? 'not provided') : settled(show?.(value) ?? shownValue(value));
}
