/** Converts the content of a response to the form that the recorder stores (docs/understand/history.md). */

import { flawOf } from '#contract/decode/row.ts';
import { parseTimestamp } from '#contract/forms.ts';
import type { Integer, ListResource, ListRow, StatusDocument } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { headWithUnnamed, writeStatusHead } from '#host/history/past/heads.ts';
import { lastUseMark } from '#host/history/past/last-use.ts';
import type { Observation, ObservedRow, Total } from '#host/history/reading.ts';
import { storedWord } from '#host/history/recorder/stored-word.ts';
import type { ListSummary } from './list-summary.ts';

/**
 * Maximum number of rows of a list that is recorded row by row; longer ones have totals only
 * (docs/understand/history.md).
 */
const mostRows = 50_000;

/** Returns the status word of a record; if the value is no string, its JSON. */
function wordOf(record: { readonly status: string | null }): ObservedRow['word'] {
  const flaw = flawOf(record, 'status');
  return record.status === null && flaw?.sent ? { form: 'json', text: flaw.sent } : storedWord(record.status);
}

export function observationOfStatus(document: StatusDocument): Observation {
  const { version, region, components } = document;
  return {
    resource: 'status',
    word: wordOf(document),
    claim: 'exact',
    rows: components.flatMap((component) =>
      component.name === null
        ? []
        : [{ key: component.name, word: wordOf(component), body: null, amounts: null }],
    ),
    totals: [],
    head: writeStatusHead({ version, region, components: components.map(({ name }) => name) }),
  };
}

type RowsOf = { readonly [R in ListResource]: (record: ListRow<R>) => ObservedRow | null };

function amountsOf(values: readonly (Integer | null)[]): readonly Integer[] | null {
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? known : null;
}

function row(key: string | null, slow: object, more: Partial<ObservedRow> = {}): ObservedRow | null {
  return key === null ? null : { key, word: null, amounts: null, body: JSON.stringify(slow), ...more };
}

/**
 * Converts a row of each resource: fields in the order of part 2 of the API document, without those that
 * change with each response. A count without a value stays, so that it is not taken for one that is not
 * recorded.
 */
const rowOf: RowsOf = {
  region: (each) => {
    const { code, name, zone, country } = each;
    return row(code, { code, name, zone, country }, { word: wordOf(each) });
  },
  node: (each) => {
    const { id, created_at, pop, capacity } = each;
    return row(id, { id, created_at, pop, capacity }, { word: wordOf(each) });
  },
  bucket: ({ id, created_at, name, region, objects, bytes }) =>
    row(id, { id, created_at, name, region }, { amounts: amountsOf([objects, bytes]) }),
  asset: () => null,
  application: ({ id, created_at, name, scopes, last_used_at }) => {
    const usedAt = last_used_at === null ? null : parseTimestamp(last_used_at);
    const slow = { id, created_at, name, scopes, ...lastUseMark(last_used_at) };
    return row(id, slow, { amounts: amountsOf([usedAt]) });
  },
  event: ({ id, created_at, name, source, count }) => {
    const slow = { id, created_at, name, source, ...(count === null && { count }) };
    return row(id, slow, { amounts: amountsOf([count]) });
  },
};

function totalsBy(
  { groups, groupsBeyond }: ListSummary,
  name: string,
  field: number | null,
  valueOf: (group: ListSummary['groups'][number]) => Integer,
): readonly Total[] {
  // The sums would lack the groups beyond the limit.
  if (groupsBeyond > 0) return [];
  // An empty list has the sum 0.
  const totals = new Map([[name, 0n]]);
  for (const group of groups) {
    const part = field === null ? null : (group.key[field] ?? null);
    for (const key of part === null ? [name] : [name, `${name}/${part}`])
      totals.set(key, (totals.get(key) ?? 0n) + BigInt(valueOf(group)));
  }
  return [...totals].map(([key, total]) => ({
    name: key,
    value: total <= Number.MAX_SAFE_INTEGER ? Number(total) : total,
  }));
}

type TotalsOf = { readonly [R in ListResource]: (summary: ListSummary) => readonly Total[] };

const totalsOf: TotalsOf = {
  region: ({ count }) => [{ name: 'totals/regions', value: count }],
  node: (summary) => [
    ...totalsBy(summary, 'totals/nodes', 0, ({ count }) => count),
    ...totalsBy(summary, 'totals/nodes-ok', 0, ({ key, count }) => (key[1] === 'ok' ? count : 0)),
    ...totalsBy(summary, 'totals/capacity', 0, ({ sums }) => sums['advertised']?.total ?? 0),
  ],
  bucket: (summary) => [
    ...totalsBy(summary, 'totals/buckets', 0, ({ count }) => count),
    ...totalsBy(summary, 'totals/objects', 0, ({ sums }) => sums['objects']?.total ?? 0),
    ...totalsBy(summary, 'totals/bytes', 0, ({ sums }) => sums['bytes']?.total ?? 0),
  ],
  asset: ({ count }) => [{ name: 'totals/assets', value: count }],
  application: ({ count }) => [{ name: 'totals/applications', value: count }],
  event: (summary) =>
    totalsBy(summary, 'events-by-source', 0, ({ sums }) => sums['count']?.total ?? 0).filter(
      ({ name }) => name !== 'events-by-source',
    ),
};

export async function observationOfList<R extends ListResource>(
  resource: R,
  listing: Listing<ListRow<R>>,
  summary: ListSummary,
): Promise<Observation> {
  const { count } = listing;
  // No row of an asset list is recorded, however short it is.
  const isRead = resource !== 'asset' && count <= mostRows;
  const records = isRead ? await (await listing.rows({})).slice(0, count) : resource === 'asset' ? [] : null;
  const rows = records?.flatMap((record) => rowOf[resource](record) ?? []) ?? null;
  const isUnnamed = rows !== null && records !== null && rows.length < records.length;
  return {
    resource,
    word: null,
    claim: listing.claim.kind,
    rows,
    totals: totalsOf[resource](summary),
    ...(isUnnamed && { head: headWithUnnamed }),
  };
}
