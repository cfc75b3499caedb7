/** Text formats of the API document, part 2. A text of another format adds a finding; its value stays. */

import { regionCodeForm } from './region-code.ts';

export type Form =
  | { readonly kind: 'id'; readonly prefix: string }
  | {
      readonly kind:
        | 'timestamp'
        | 'region-code'
        | 'country'
        | 'capacity'
        | 'path'
        | 'event-name'
        | 'upper-case';
    };

/** Compiled id patterns by type prefix. An id is `<prefix>_` and 14 lowercase letters or digits. */
const idForms = new Map<string, RegExp>();

const patterns = {
  timestamp: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|\+00:00)$/,
  'region-code': regionCodeForm,
  country: /^[A-Za-z]{2}$/,
  capacity: /^\d+G$/,
  path: /^\//,
  'event-name': /^[a-z0-9_]+$/,
  'upper-case': /^[^a-z]+$/,
} as const;

const words: Record<Form['kind'], string> = {
  id: 'its type prefix, an underscore and 14 lowercase letters or digits',
  timestamp: 'an ISO 8601 UTC timestamp',
  'region-code': 'three lowercase letters and a digit',
  country: 'a two-letter country code',
  capacity: 'an integer followed by the letter G',
  path: 'a path beginning with /',
  'event-name': 'lowercase with underscores',
  'upper-case': 'upper-case',
};

export function formPattern(form: Form): RegExp {
  if (form.kind !== 'id') return patterns[form.kind];
  const known = idForms.get(form.prefix);
  if (known) return known;
  const made = new RegExp(`^${form.prefix}_[a-z0-9]{14}$`);
  idForms.set(form.prefix, made);
  return made;
}

export function hasForm(form: Form, text: string): boolean {
  return form.kind === 'timestamp' ? parseTimestamp(text) !== null : formPattern(form).test(text);
}

/** Describes a format in a finding, as the words after "must be". */
export function describeForm(form: Form): string {
  return form.kind === 'id' ? `${form.prefix}_ and 14 lowercase letters or digits` : words[form.kind];
}

/**
 * Parses an ISO 8601 UTC timestamp (API document, part 2). Rejects other zones, impossible dates, hour 24 and
 * leap seconds.
 * @returns epoch milliseconds, or `null` for any other text
 */
export function parseTimestamp(text: string): number | null {
  if (!patterns.timestamp.test(text)) return null;
  const time = Date.parse(text);
  if (Number.isNaN(time)) return null;
  // `Date.parse` turns 30 February or 24:00 into the next day. Compare the day with the text to reject such
  // dates.
  return new Date(time).getUTCDate() === Number(text.slice(8, 10)) ? time : null;
}

/**
 * Maximum length of a capacity text: 300 digits and the letter G. A longer number is greater than any double.
 */
const longestCapacity = 301;

/** Parses a capacity of the form `<integer>G`; returns `null` for any other text. */
export function parseCapacity(text: string): bigint | null {
  const isCountable = text.length <= longestCapacity && patterns.capacity.test(text);
  return isCountable ? BigInt(text.slice(0, -1)) : null;
}
