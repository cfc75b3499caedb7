import { flawOf } from '#contract/decode/row.ts';

function memberText(record: object, name: string, value: unknown): string | null {
  const flaw = flawOf(record, name);
  if (flaw) return flaw.kind === 'missing' && flaw.sent === '' ? null : flaw.sent;
  // `JSON.stringify` rejects bigints.
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? null);
}

/**
 * Writes a record's documented fields as JSON, in the order of the API document. Wrong values are written as
 * sent, missing fields are left out.
 */
export function rowText(record: object): string {
  const lines = Object.entries(record).flatMap(([name, value]) => {
    const text = memberText(record, name, value);
    return text === null ? [] : [`  ${JSON.stringify(name)}: ${text}`];
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`;
}
