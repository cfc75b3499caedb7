/** Values on their way between page and host: JSON has neither maps and sets nor integers beyond 2^53. */

import { parse, stringify } from 'devalue';

/** A half of a character alone, which no encoding of a body keeps. */
const alone = /\p{Surrogate}/gu;

export function written(value: unknown): string {
  const text = stringify(value);
  return text.isWellFormed()
    ? text
    : text.replace(alone, (half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** @throws an error where it was not {@link written}. */
export function unwritten(text: string): unknown {
  return parse(text);
}
