/**
 * Escapes text for storage. SQLite ends a text at U+0000, and an unpaired surrogate cannot be written as
 * UTF-8: two names would become one.
 */

const unwritable = /[\0\\\p{Surrogate}]/gu;
const escaped = /\\(\\|u[0-9a-f]{4})/g;

export function toStoredText(text: string): string {
  return text.replace(unwritable, (unit) =>
    unit === '\\' ? '\\\\' : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function fromStoredText(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(escaped, (_, sign: string) =>
    sign === '\\' ? '\\' : String.fromCharCode(Number.parseInt(sign.slice(1), 16)),
  );
}
