/** A decoded record as text again, for those who want to see what was sent. */

import { flawOf } from '#contract/decode/record.ts';

function memberText(record: object, name: string, value: unknown): string | null {
  const flaw = flawOf(record, name);
  if (flaw) return flaw.kind === 'missing' && flaw.sent === '' ? null : flaw.sent;
  // Every digit of an integer beyond 2^53, which JSON.stringify refuses.
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? null);
}

/**
 * The documented fields of a record as JSON, in the document's order: what was wrong as it was sent, what was missing
 * left out.
 */
export function recordText(record: object): string {
  const lines = Object.entries(record).flatMap(([name, value]) => {
    const text = memberText(record, name, value);
    return text === null ? [] : [`  ${JSON.stringify(name)}: ${text}`];
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`;
}
