/** From the text of a list answer to its columns, and to what there is to say of it. */

import { type Asked, decodeList, type Pagination, regionField } from '../../contract/decode-list.ts';
import type { Finding, UnlistedField } from '../../contract/decode-record.ts';
import { type EndpointPath, endpointAt } from '../../contract/endpoints.ts';
import { parseJson } from '../../contract/json.ts';
import { parseOrExplain } from '../../contract/json-flaw.ts';
import { type ListResource, listFields } from '../../contract/resources.ts';
import type { PageFacts } from '../planner/page.ts';
import { factsOf } from '../planner/pages-of-rows.ts';
import { type Column, numberColumn, textColumn } from './column.ts';
import { type ColumnTable, columnTable } from './column-table.ts';
import { type QuickRows, quickRows } from './quick-rows.ts';

export interface ReadColumns<R extends ListResource> {
  readonly table: ColumnTable<R>;
  readonly facts: PageFacts;
  readonly findings: readonly Finding[];
  readonly unlisted: readonly UnlistedField[];
}

/** @throws SyntaxError or ContractError where the text is no list. */
export function readList<R extends ListResource>(
  resource: R,
  path: EndpointPath,
  text: string,
  asked: Asked,
): ReadColumns<R> {
  return readQuickly(resource, path, text, asked) ?? readWhole(resource, path, text, asked);
}

export function readWhole<R extends ListResource>(
  resource: R,
  path: EndpointPath,
  text: string,
  asked: Asked,
): ReadColumns<R> {
  const answer = decodeList(endpointAt(path), resource, parseOrExplain(text), asked);
  const { findings, unlisted } = answer;
  return { table: columnTable(resource, answer.rows), facts: factsOf(answer), findings, unlisted };
}

/** The same of a list whose rows leave nothing to say, in half the time; `null` of any other. */
export function readQuickly<R extends ListResource>(
  resource: R,
  path: EndpointPath,
  text: string,
  asked: Asked,
): ReadColumns<R> | null {
  // Assets are compared row by row: that takes the rows.
  if (resource === 'asset') return null;
  const read = quickRows(resource, text);
  if (!read || isRepeated(read, resource)) return null;
  const code = regionField(resource);
  const regions = code === null ? null : countRegions(read, code);
  if (asked.region !== undefined && regions && [...regions.keys()].some((each) => each !== asked.region))
    return null;
  let envelope: unknown;
  try {
    envelope = parseJson(read.envelope);
  } catch {
    return null;
  }
  const { pagination, findings, unlisted, rows } = decodeList(
    endpointAt(path),
    resource,
    envelope,
    asked,
    read.count,
  );
  if (rows.length > 0) return null;
  return { table: tableOf(resource, read), facts: factsFrom(read, pagination, regions), findings, unlisted };
}

function factsFrom(
  { count }: QuickRows,
  pagination: Pagination,
  regions: ReadonlyMap<string, number> | null,
): PageFacts {
  return { count, pagination, repeated: 0, regions, ids: null, likeness: null };
}

function textsOf({ fields }: QuickRows, name: string): readonly string[] {
  const field = fields.get(name);
  return field?.type === 'string' ? field.values : [];
}

function isRepeated(read: QuickRows, resource: ListResource): boolean {
  return new Set(textsOf(read, resource === 'region' ? 'code' : 'id')).size < read.count;
}

function countRegions(read: QuickRows, field: string): ReadonlyMap<string, number> {
  const regions = new Map<string, number>();
  for (const code of textsOf(read, field)) regions.set(code, (regions.get(code) ?? 0) + 1);
  return new Map([...regions].map(([code, count]) => [copied(code), count]));
}

/** A part of a text keeps all of that text in memory. */
function copied(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

function tableOf<R extends ListResource>(resource: R, { count, fields }: QuickRows): ColumnTable<R> {
  const columns: Record<string, Column> = {};
  for (const name of Object.keys(listFields[resource])) {
    const field = fields.get(name);
    if (field?.type === 'integer') columns[name] = numberColumn(count, (row) => field.values[row] ?? null);
    else if (field) columns[name] = ownTexts(textColumn(count, (row) => field.values[row] ?? null));
  }
  return { resource, count, columns, flaws: new Map() };
}

function ownTexts(column: ReturnType<typeof textColumn>): ReturnType<typeof textColumn> {
  if (column.kind === 'pool') return column;
  return { ...column, values: column.values.map((value) => (value === null ? null : copied(value))) };
}
