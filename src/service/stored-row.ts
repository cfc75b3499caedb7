/** Checks a row of an import by the contract, and converts it into the values of the store's columns. */

import { ContractError, decodeRow, type Finding, Findings } from '#contract/decode/row.ts';
import { parseTimestamp } from '#contract/forms.ts';
import { isPlainObject } from '#contract/json/parse.ts';
import { isRegionCode } from '#contract/region-code.ts';
import {
  type Field,
  type Fields,
  type Integer,
  type ListResource,
  listFields,
  type RowOf,
} from '#contract/resources.ts';
import type { SqlValue } from './sql/database.ts';

export type CheckedRow =
  | {
      /** Values in the order of `columnsOf`. */
      readonly values: readonly SqlValue[];
      /** Names of members that the API document does not have. They are not stored. */
      readonly unlisted: readonly string[];
    }
  | { readonly reason: string };

/** Largest integer that a column stores. */
const largestInteger = 2n ** 63n - 1n;

/** Maximum number of faults of one row that are named. */
const mostFaults = 3;

const fieldsOf: Readonly<Record<ListResource, Fields>> = listFields;

const none: readonly string[] = [];

/** The value of a column, or the reason why it cannot be stored. */
type Stored = { readonly value: SqlValue } | { readonly reason: string };

/** Describes a finding as a clause: "bytes must be an integer, not \"12\"". */
export function describeFinding({ path, problem, sample }: Finding): string {
  const subject = path === '' ? 'the row' : path;
  const isNamed = sample === null || sample === 'null';
  return isNamed ? `${subject} ${problem}` : `${subject} ${problem}, not ${sample}`;
}

function textFault(name: string, text: string): string | null {
  // SQLite ends a text at the first NUL character, and stores UTF-8, which has no lone surrogates.
  if (text.includes('\0')) return `${name} has a NUL character, which cannot be stored`;
  return text.isWellFormed() ? null : `${name} has half a surrogate pair, which cannot be stored`;
}

function storedText(name: string, field: Field, text: string): Stored {
  if (field.type === 'string' && field.form?.kind === 'timestamp') return { value: parseTimestamp(text) };
  const reason = textFault(name, text);
  return reason === null ? { value: text } : { reason };
}

function storedValue(
  name: string,
  field: Field,
  value: string | Integer | readonly string[] | null | undefined,
): Stored {
  if (typeof value === 'string') return storedText(name, field, value);
  if (typeof value === 'number') return { value };
  if (typeof value === 'bigint')
    return value > largestInteger ? { reason: `${name} is beyond 64 bits` } : { value };
  if (value === null || value === undefined) return { reason: `${name} is missing` };
  const reason = value.map((word) => textFault(name, word)).find((fault) => fault !== null);
  return reason === undefined ? { value: JSON.stringify(value) } : { reason };
}

/**
 * Reads the region of an asset. Part 2 of the API document has no such member, but only with it the store can
 * filter assets by region (part 4).
 */
function assetRegion(source: unknown): Stored {
  const region = isPlainObject(source) ? (source['region'] ?? null) : null;
  if (region === null) return { value: '' };
  return typeof region === 'string' && isRegionCode(region)
    ? { value: region }
    : { reason: 'region must be three lowercase letters and a digit' };
}

/** @param source - the row as parsed JSON. */
export function storedRow(resource: ListResource, source: unknown): CheckedRow {
  const fields = fieldsOf[resource];
  const findings = new Findings('');
  let row: RowOf<Fields>;
  try {
    row = decodeRow(fields, source, '', null, findings);
  } catch (cause) {
    if (cause instanceof ContractError) return { reason: 'the row is nested too deep' };
    throw cause;
  }
  const faults = findings.list();
  if (faults.length > 0) return { reason: faults.slice(0, mostFaults).map(describeFinding).join('; ') };
  const values: SqlValue[] = [];
  const add = (stored: Stored): string | null => {
    if ('reason' in stored) return stored.reason;
    values.push(stored.value);
    return null;
  };
  for (const name in fields) {
    const field = fields[name];
    const reason = field ? add(storedValue(name, field, row[name])) : null;
    if (reason !== null) return { reason };
  }
  const names = findings.unlisted();
  if (resource !== 'asset')
    return { values, unlisted: names.length === 0 ? none : names.map(({ path }) => path) };
  const reason = add(assetRegion(source));
  if (reason !== null) return { reason };
  return { values, unlisted: names.map(({ path }) => path).filter((name) => name !== 'region') };
}
