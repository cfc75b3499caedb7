/** Writes the list response of a past time. */

import { regionField } from '#contract/decode/list.ts';
import { isPlainObject } from '#contract/json/parse.ts';
import { type ListResource, listFields } from '#contract/resources.ts';
import { rowSeries } from '../recorder/row-series.ts';
import type { HistoryRequest } from '../responses/windowed.ts';
import { leftOutKinds } from '../rows.ts';
import type { PastValue } from '../store/store.ts';
import { headAt, inParts, itemsAt, type PastItem } from './items-at.ts';
import { lastUseText } from './last-use.ts';
import type { SeenState } from './seen-state.ts';
import { hasWordAt, type PastJson, wordAt } from './word-at.ts';

/** A list at the time of a poll. */
export interface PastList {
  readonly request: HistoryRequest;
  /** Id of the endpoint. */
  readonly endpoint: number;
  readonly resource: ListResource;
  readonly seen: SeenState;
}

/** Parameters of a list request, as the API document has them. */
export interface ListQuery {
  readonly limit: number | null;
  readonly region: string | null;
}

interface PastRow extends PastItem {
  readonly fields: Readonly<Record<string, unknown>>;
}

const unrecorded: PastValue = { value: null, isExact: false };

/** Names of the fields that are recorded as a series. */
const numberFields: Partial<Record<ListResource, string>> = { event: 'count', application: 'last_used_at' };

function hasStates(resource: ListResource): resource is 'region' | 'node' {
  return resource === 'region' || resource === 'node';
}

function compareRows(a: PastItem, b: PastItem): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : a.occurrence - b.occurrence;
}

/**
 * Whether the truncated response left a row out that earlier responses listed. It is recorded for regions and
 * nodes only.
 */
function isLeftOut({ request, resource, seen }: PastList, { key, occurrence }: PastItem): boolean {
  const kind = hasStates(resource) ? leftOutKinds[resource] : undefined;
  if (seen.complete || !kind) return false;
  return hasWordAt(request.context, { slug: request.deployment.slug, kind, key, occurrence }, seen.at);
}

/** Returns the listed rows by key. @param region - code of the only region; `null` for all. */
async function rowsOf(list: PastList, region: string | null): Promise<readonly PastRow[]> {
  const { request, endpoint, resource, seen } = list;
  const { context } = request;
  const code = regionField(resource);
  const rows: PastRow[] = [];
  await inParts(await itemsAt(context, context.known.lists.itemsOf(endpoint), seen.at), async (part) => {
    for (const item of part) {
      const fields: unknown = JSON.parse(item.body);
      if (!isPlainObject(fields) || (region !== null && code !== null && fields[code] !== region)) continue;
      if (!isLeftOut(list, item)) rows.push({ ...item, fields });
    }
  });
  return rows.toSorted(compareRows);
}

/**
 * Whether the rows are all rows of the service, or of the requested region.
 * @param isNamed - whether a row names the region, so that the observer read it.
 */
async function isWhole(
  { request, endpoint, seen }: PastList,
  region: string | null,
  isNamed: boolean,
): Promise<boolean> {
  const { context, deployment } = request;
  const { at, complete } = seen;
  if (!complete || (await headAt(context, endpoint, at)) !== null) return false;
  const claims = (await context.store?.claims(endpoint, { from: at, to: at + 1 })) ?? [];
  const claim = claims.at(-1)?.claim;
  if (claim !== 'known-regions' || region === null) return claim === 'exact';
  const subject = { slug: deployment.slug, kind: 'region', key: region, occurrence: 1 } as const;
  return isNamed || hasWordAt(context, subject, at);
}

async function numbersOf(
  { request, resource, seen }: PastList,
  rows: readonly PastRow[],
): Promise<readonly PastValue[]> {
  const name = rowSeries[resource];
  const { context, deployment } = request;
  if (name === undefined || !context.store) return [];
  const ids = rows.map(({ key, occurrence }) =>
    // Of rows with equal ids, only the first has a series. No series has the id 0.
    occurrence === 1 ? (context.known.series(deployment.slug, `${name}/${key}`)?.id ?? 0) : 0,
  );
  return context.store.valuesAt(ids, seen.at);
}

/** Returns a field that is recorded as a series. @param sent - the field in the row's content. */
function numberJson(resource: ListResource, sent: unknown, { value, isExact }: PastValue): PastJson {
  // The service sent no value.
  if (sent === null) return { json: 'null', isKnown: true };
  if (value === null) return { json: 'null', isKnown: false };
  const json = resource === 'event' ? `${value}` : JSON.stringify(lastUseText(Number(value), sent));
  return { json, isKnown: isExact };
}

function rowJson(list: PastList, { key, occurrence, fields }: PastRow, number: PastValue): PastJson {
  const { request, resource, seen } = list;
  const { slug } = request.deployment;
  const valueOf = (name: string): PastJson | null => {
    if (name === numberFields[resource]) return numberJson(resource, fields[name], number);
    if (name === 'status' && hasStates(resource))
      return wordAt(request.context, { slug, kind: resource, key, occurrence }, seen.at);
    return Object.hasOwn(fields, name) ? { json: JSON.stringify(fields[name]), isKnown: true } : null;
  };
  const members = Object.keys(listFields[resource]).flatMap((name) => {
    const value = valueOf(name);
    return value ? [{ ...value, json: `${JSON.stringify(name)}:${value.json}` }] : [];
  });
  return {
    json: `{${members.map(({ json }) => json).join(',')}}`,
    isKnown: members.every(({ isKnown }) => isKnown),
  };
}

/** Writes a list as it was at a poll, in the envelope of the API document. */
export async function listAt(list: PastList, { limit, region }: ListQuery): Promise<PastJson> {
  const rows = await rowsOf(list, region);
  const shown: PastJson[] = [];
  await inParts(rows.slice(0, limit ?? rows.length), async (part) => {
    const numbers = await numbersOf(list, part);
    for (const [index, row] of part.entries()) shown.push(rowJson(list, row, numbers[index] ?? unrecorded));
  });
  const isAll = await isWhole(list, region, rows.length > 0);
  const count = shown.length;
  const pagination = { limit: count, count, has_more: !isAll || count < rows.length };
  const data = shown.map(({ json }) => json).join(',');
  return {
    json: `{"object":"list","data":[${data}],"pagination":${JSON.stringify(pagination)}}`,
    isKnown: isAll && shown.every(({ isKnown }) => isKnown),
  };
}
