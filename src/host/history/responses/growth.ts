/**
 * `growth`: the numbers of all buckets, regions or event types at both ends of a window. Only those with a
 * number at both ends are listed: the growth of others is unknown.
 */

import { type GrowthEntry, type GrowthResponse, grownNames } from '#contract/history.ts';
import { intervalsAt } from '#domain/history/coverage/coverage.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { rowSeries } from '../recorder/row-series.ts';
import type { Amount, SeriesRow } from '../rows.ts';
import { endpointsFor } from '../spans/seen-time.ts';
import { badParameter, stampOrNull } from './context.ts';
import { oneOf, parametersOf, windowOf } from './parameters.ts';
import { figureOf, unitsOfTotals } from './series.ts';
import { type HistoryRequest, type HistoryResponse, windowed } from './windowed.ts';

const day = 86_400_000;
const most = 10_000;

interface Ends {
  readonly firstAt: number;
  readonly lastAt: number;
  readonly data: ReadonlyMap<string, readonly [first: Amount, last: Amount]>;
}

/**
 * Finds the first time with coverage on each UTC day of a window. The bucket sizes that are stored for a day
 * hold from that time on.
 */
function daysSeen(
  { context: { known, now } }: HistoryRequest,
  endpoint: number,
  { from, to }: Window,
): readonly number[] {
  const seen = intervalsAt(known.coverage(endpoint), now).filter(({ outcome }) => outcome === 'seen');
  const moments: number[] = [];
  let interval = 0;
  for (let date = Math.floor(from / day) * day; date < to; date += day) {
    while (interval < seen.length && (seen[interval]?.to ?? now) < date) interval += 1;
    const at = Math.max(date, seen[interval]?.from ?? Number.POSITIVE_INFINITY);
    if (at < date + day && at >= from && at < to) moments.push(at);
  }
  return moments;
}

async function bucketEnds(
  request: HistoryRequest,
  field: 'objects' | 'bytes',
  window: Window,
): Promise<Ends | null> {
  const { known, store } = request.context;
  const endpoint = endpointsFor(known, request.deployment.slug, 'bucket')
    .toSorted((a, b) => (known.coverage(a.id).seen?.last ?? 0) - (known.coverage(b.id).seen?.last ?? 0))
    .at(-1)?.id;
  if (endpoint === undefined || !store) return null;
  const moments = daysSeen(request, endpoint, window);
  const [firstAt, lastAt] = [moments[0], moments.at(-1)];
  if (firstAt === undefined || lastAt === undefined) return null;
  const on = async (at: number) => store.bucketsOn(endpoint, Math.floor(at / day) * day);
  const first = new Map((await on(firstAt)).map((row) => [row.item, row[field]]));
  const data = new Map<string, readonly [Amount, Amount]>();
  const shared = new Set<string>();
  for (const { item, [field]: last } of await on(lastAt)) {
    const [row, before] = [known.item(item), first.get(item) ?? null];
    if (!row) continue;
    // Rows with equal keys cannot be told apart.
    if (row.occurrence > 1) shared.add(row.key);
    else if (before !== null && last !== null) data.set(row.key, [before, last]);
  }
  for (const key of shared) data.delete(key);
  return { firstAt, lastAt, data };
}

async function seriesEnds(request: HistoryRequest, id: number, endpoint: number, window: Window) {
  const { store, now, recorder } = request.context;
  if (!store) return null;
  const oldest = (await store.oldestPoll(endpoint)) ?? now;
  const rawSince = Math.max(now - recorder.retention.rawDays * day, oldest);
  // Older values are stored by the hour.
  const hours = window.from < rawSince ? await store.hours(id, window) : [];
  const [hour] = hours;
  const values = await store.values(id, { from: Math.max(window.from, rawSince), to: window.to });
  const first = hour ? hour.first : (values[0]?.value ?? null);
  const last = values.at(-1)?.value ?? (values.length === 0 ? (hours.at(-1)?.last ?? null) : null);
  const firstAt = hour ? hour.hour : Math.max(window.from, values[0]?.at ?? Number.POSITIVE_INFINITY);
  return first === null || last === null ? null : { first, last, firstAt };
}

interface KeyedSeries {
  readonly key: string;
  readonly series: SeriesRow | null;
}

function seriesOfRegions(
  { context: { known }, deployment: { slug } }: HistoryRequest,
  total: string,
): KeyedSeries[] {
  return known
    .subjects(slug, 'region')
    .map(({ key }) => ({ key, series: known.series(slug, `totals/${total}/${key}`) }));
}

function seriesOfTypes({ context: { known }, deployment: { slug } }: HistoryRequest): KeyedSeries[] {
  const first = `${rowSeries.event}/`;
  return endpointsFor(known, slug, 'event')
    .flatMap(({ id }) => [...known.seriesOf(id)])
    .filter(({ name }) => name.startsWith(first))
    .map((series) => ({ key: series.name.slice(first.length), series }));
}

async function endsOf(
  request: HistoryRequest,
  all: readonly KeyedSeries[],
  window: Window,
): Promise<Ends | null> {
  const { known } = request.context;
  const reported = new Map<string, NonNullable<Awaited<ReturnType<typeof seriesEnds>>>>();
  let lastAt = Number.NEGATIVE_INFINITY;
  for (const { key, series } of all) {
    if (!series || reported.has(key)) continue;
    const ends = await seriesEnds(request, series.id, series.endpoint, window);
    if (ends) reported.set(key, ends);
    const seen = intervalsAt(known.coverage(series.endpoint), request.context.now);
    lastAt = Math.min(window.to, seen.findLast(({ outcome }) => outcome === 'seen')?.to ?? window.to);
  }
  if (reported.size === 0) return null;
  const firstAt = [...reported.values()].reduce((least, each) => Math.min(least, each.firstAt), window.to);
  const data = new Map<string, readonly [Amount, Amount]>();
  // A series that began later has no value at the start.
  for (const [key, ends] of reported) if (ends.firstAt === firstAt) data.set(key, [ends.first, ends.last]);
  return { firstAt, lastAt, data };
}

function sizeOf([first, last]: readonly [Amount, Amount]): bigint {
  const change = BigInt(last) - BigInt(first);
  return change < 0n ? -change : change;
}

export async function growthResponse(request: HistoryRequest): Promise<HistoryResponse> {
  const parameters = parametersOf(request.search, ['name', 'from', 'to']);
  const window = windowOf(parameters, request.context.now);
  const name = oneOf(parameters, 'name', grownNames);
  if (name === null) throw badParameter('name', '“name” is missing.');
  const [of = '', field = ''] = name.split('/');
  const isEarly = request.context.known.knownUntil(request.deployment.slug) === null;
  const ends = isEarly
    ? null
    : of === 'buckets'
      ? await bucketEnds(request, field === 'objects' ? 'objects' : 'bytes', window)
      : await endsOf(
          request,
          of === 'events' ? seriesOfTypes(request) : seriesOfRegions(request, field),
          window,
        );
  // A single poll shows no growth.
  const reported = ends && ends.firstAt < ends.lastAt ? [...ends.data] : [];
  const ranked = reported
    .map(([key, both]) => ({ key, both, size: sizeOf(both) }))
    .toSorted((a, b) => (a.size === b.size ? (a.key < b.key ? -1 : 1) : a.size < b.size ? 1 : -1));
  const data = ranked
    .slice(0, most)
    .map(
      ({ key, both: [first, last] }): GrowthEntry => ({ key, first: figureOf(first), last: figureOf(last) }),
    );
  const { document, isSettled } = windowed(request, window, data);
  const answer: GrowthResponse = {
    ...document,
    name,
    unit: of === 'events' ? of : (unitsOfTotals[field] ?? field),
    firstAt: stampOrNull(ends?.firstAt ?? null),
    lastAt: stampOrNull(ends?.lastAt ?? null),
    cut: ranked.length - data.length,
  };
  return { document: answer, isSettled };
}
