/**
 * `growth`: a number of all buckets or regions at both ends of a window, in one response. Only those with a number at
 * both ends are listed: the growth of others is unknown.
 */

import { type GrowthAnswer, type GrowthEntry, grownNames } from '#contract/history.ts';
import { intervalsAt } from '#domain/history/coverage/coverage.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { rowSeries } from '../recorder/row-series.ts';
import type { Amount, SeriesRow } from '../rows.ts';
import { endpointsFor } from '../spans/seen-time.ts';
import { badParameter, stampOrNull } from './context.ts';
import { oneOf, parametersOf, windowOf } from './parameters.ts';
import { figureOf, unitsOfTotals } from './series.ts';
import { type Asked, type Told, windowed } from './windowed.ts';

const day = 86_400_000;
const most = 10_000;

interface Ends {
  readonly firstAt: number;
  readonly lastAt: number;
  readonly data: ReadonlyMap<string, readonly [first: Amount, last: Amount]>;
}

/** The first time with coverage on each day of a window. The values of a day count from then on. */
function daysSeen(
  { context: { known, now } }: Asked,
  endpoint: number,
  { from, to }: Window,
): readonly number[] {
  const seen = intervalsAt(known.sight(endpoint), now).filter(({ outcome }) => outcome === 'seen');
  const moments: number[] = [];
  let stretch = 0;
  for (let date = Math.floor(from / day) * day; date < to; date += day) {
    while (stretch < seen.length && (seen[stretch]?.to ?? now) < date) stretch += 1;
    const at = Math.max(date, seen[stretch]?.from ?? Number.POSITIVE_INFINITY);
    if (at < date + day && at >= from && at < to) moments.push(at);
  }
  return moments;
}

async function bucketEnds(asked: Asked, field: 'objects' | 'bytes', window: Window): Promise<Ends | null> {
  const { known, store } = asked.context;
  const endpoint = endpointsFor(known, asked.deployment.slug, 'bucket')
    .toSorted((a, b) => (known.sight(a.id).seen?.last ?? 0) - (known.sight(b.id).seen?.last ?? 0))
    .at(-1)?.id;
  if (endpoint === undefined || !store) return null;
  const moments = daysSeen(asked, endpoint, window);
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

async function seriesEnds(asked: Asked, id: number, endpoint: number, window: Window) {
  const { store, now, recorder } = asked.context;
  if (!store) return null;
  const oldest = (await store.oldestLook(endpoint)) ?? now;
  const rawSince = Math.max(now - recorder.retention.rawDays * day, oldest);
  // Older values are rolled up by the hour.
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

function seriesOfRegions({ context: { known }, deployment: { slug } }: Asked, total: string): KeyedSeries[] {
  return known
    .subjects(slug, 'region')
    .map(({ key }) => ({ key, series: known.series(slug, `totals/${total}/${key}`) }));
}

function seriesOfTypes({ context: { known }, deployment: { slug } }: Asked): KeyedSeries[] {
  const first = `${rowSeries.event}/`;
  return endpointsFor(known, slug, 'event')
    .flatMap(({ id }) => [...known.seriesOf(id)])
    .filter(({ name }) => name.startsWith(first))
    .map((series) => ({ key: series.name.slice(first.length), series }));
}

async function endsOf(asked: Asked, all: readonly KeyedSeries[], window: Window): Promise<Ends | null> {
  const { known } = asked.context;
  const told = new Map<string, NonNullable<Awaited<ReturnType<typeof seriesEnds>>>>();
  let lastAt = Number.NEGATIVE_INFINITY;
  for (const { key, series } of all) {
    if (!series || told.has(key)) continue;
    const ends = await seriesEnds(asked, series.id, series.endpoint, window);
    if (ends) told.set(key, ends);
    const seen = intervalsAt(known.sight(series.endpoint), asked.context.now);
    lastAt = Math.min(window.to, seen.findLast(({ outcome }) => outcome === 'seen')?.to ?? window.to);
  }
  if (told.size === 0) return null;
  const firstAt = [...told.values()].reduce((least, each) => Math.min(least, each.firstAt), window.to);
  const data = new Map<string, readonly [Amount, Amount]>();
  // Series that began later have no first value.
  for (const [key, ends] of told) if (ends.firstAt === firstAt) data.set(key, [ends.first, ends.last]);
  return { firstAt, lastAt, data };
}

function sizeOf([first, last]: readonly [Amount, Amount]): bigint {
  const change = BigInt(last) - BigInt(first);
  return change < 0n ? -change : change;
}

export async function growthAnswer(asked: Asked): Promise<Told> {
  const parameters = parametersOf(asked.search, ['name', 'from', 'to']);
  const window = windowOf(parameters, asked.context.now);
  const name = oneOf(parameters, 'name', grownNames);
  if (name === null) throw badParameter('name', '“name” is missing.');
  const [of = '', field = ''] = name.split('/');
  const isEarly = asked.context.known.knownUntil(asked.deployment.slug) === null;
  const ends = isEarly
    ? null
    : of === 'buckets'
      ? await bucketEnds(asked, field === 'objects' ? 'objects' : 'bytes', window)
      : await endsOf(asked, of === 'events' ? seriesOfTypes(asked) : seriesOfRegions(asked, field), window);
  // A single poll shows no growth.
  const told = ends && ends.firstAt < ends.lastAt ? [...ends.data] : [];
  const ranked = told
    .map(([key, both]) => ({ key, both, size: sizeOf(both) }))
    .toSorted((a, b) => (a.size === b.size ? (a.key < b.key ? -1 : 1) : a.size < b.size ? 1 : -1));
  const data = ranked
    .slice(0, most)
    .map(
      ({ key, both: [first, last] }): GrowthEntry => ({ key, first: figureOf(first), last: figureOf(last) }),
    );
  const { document, isSettled } = windowed(asked, window, data);
  const answer: GrowthAnswer = {
    ...document,
    name,
    unit: of === 'events' ? of : (unitsOfTotals[field] ?? field),
    firstAt: stampOrNull(ends?.firstAt ?? null),
    lastAt: stampOrNull(ends?.lastAt ?? null),
    cut: ranked.length - data.length,
  };
  return { document: answer, isSettled };
}
