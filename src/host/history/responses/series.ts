/** `series` and `levels`: numbers over time, summarised by point (docs/understand/history-api.md, part 6). */

import type { Figure, Level, SeriesPoint, SeriesResponse } from '#contract/history.ts';
import { intervalsAt } from '#domain/history/coverage/coverage.ts';
import { edgesOf } from '#domain/history/spans/marks.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { SteppedNumbers } from '../memory/stepped-numbers.ts';
import type { Amount, ClaimKind } from '../rows.ts';
import { endpointsFor } from '../spans/seen-time.ts';
import type { HistoryStore } from '../store/store.ts';
import { badParameter, Refusal, stamp } from './context.ts';
import { countOf, parametersOf, windowOf } from './parameters.ts';
import { type HistoryRequest, type HistoryResponse, windowed } from './windowed.ts';

const hour = 3_600_000;
const day = 24 * hour;

const totals = [
  'nodes',
  'nodes-ok',
  'capacity',
  'buckets',
  'objects',
  'bytes',
  'regions',
  'applications',
  'assets',
];
export const unitsOfTotals: Readonly<Record<string, string>> = { capacity: 'G', 'nodes-ok': 'nodes' };

type BucketField = 'objects' | 'bytes';

interface NamedSeries {
  readonly unit: string;
  readonly bucket: { readonly id: string; readonly field: BucketField } | null;
}

function namedSeries(name: string): NamedSeries {
  // Text of the deployment comes last, or before the field of a bucket, because it may contain slashes.
  const [of = '', ...rest] = name.split('/');
  const field = rest.at(-1);
  const id = rest.slice(0, -1).join('/');
  if (of === 'buckets' && id !== '' && (field === 'objects' || field === 'bytes'))
    return { unit: field, bucket: { id, field } };
  if ((of === 'events' || of === 'events-by-source') && rest.join('') !== '')
    return { unit: 'events', bucket: null };
  const [total = '', ...region] = rest;
  if (of !== 'totals' || !totals.includes(total) || (region.length > 0 && region.join('') === ''))
    throw badParameter(
      'name',
      '“name” must be events/:id, events-by-source/:source, totals/:field[/:region] or buckets/:id/bytes.',
    );
  return { unit: unitsOfTotals[total] ?? total, bucket: null };
}

interface Sample {
  readonly at: number;
  readonly first: Amount;
  readonly last: Amount;
  readonly min: Amount;
  readonly max: Amount;
  readonly falls: number;
}

function sampleOf(at: number, value: Amount, falls: number): Sample {
  return { at, first: value, last: value, min: value, max: value, falls };
}

interface Source {
  readonly endpoint: number | null;
  readonly resolution: SeriesResponse['resolution'];
  readonly samples: readonly Sample[];
}

/** Reads the value of a series at each poll of a window. The file has a value only when it changes. */
async function looksOf(
  store: HistoryStore,
  series: number,
  endpoint: number,
  window: Window,
): Promise<Sample[]> {
  const polls = await store.polls(endpoint, window);
  // The value before the window shows whether the first value in it is a decrease.
  const values = await store.values(series, { from: window.from - 1, to: window.to });
  const samples: Sample[] = [];
  const numbers = new SteppedNumbers(values, window.from);
  for (const { at } of polls) {
    const { value, falls } = numbers.until(at);
    if (value !== null) samples.push(sampleOf(at, value, falls));
  }
  return samples;
}

async function sourceOf(
  { context, deployment }: HistoryRequest,
  name: string,
  bucket: NamedSeries['bucket'],
  window: Window,
): Promise<Source> {
  const { known, store, now, recorder } = context;
  const { slug } = deployment;
  const isEarly = known.knownUntil(slug) === null || !store;
  if (isEarly) return { endpoint: null, resolution: bucket ? 'day' : 'look', samples: [] };
  const unknown = () => new Refusal(404, `“${name}” is not recorded.`, { parameter: 'name' });
  if (bucket) {
    const item = endpointsFor(known, slug, 'bucket').flatMap(
      ({ id }) => known.itemOf(id, bucket.id, 1) ?? [],
    )[0];
    if (!item) throw unknown();
    return {
      endpoint: item.endpoint,
      resolution: 'day',
      samples: await daysOf(context, store, item, bucket.field, window),
    };
  }
  const series = known.series(slug, name);
  if (!series) throw unknown();
  const { id, endpoint } = series;
  const oldest = (await store.oldestPoll(endpoint)) ?? now;
  // Retention drops polls in small steps, so some stored polls may be older than it allows.
  const rawSince = Math.max(now - recorder.retention.rawDays * day, oldest);
  const hours = window.from < rawSince ? await store.hours(id, window) : [];
  // Without hourly values, the window begins with single polls.
  if (hours.length === 0)
    return { endpoint, resolution: 'look', samples: await looksOf(store, id, endpoint, window) };
  const reported = new Set(hours.map((each) => each.hour));
  // Hours that are not rolled up yet still have their polls.
  const polls = await looksOf(store, id, endpoint, {
    from: Math.max(window.from, rawSince - hour),
    to: window.to,
  });
  return {
    endpoint,
    resolution: 'hour',
    samples: [
      ...hours.map(({ hour: at, first, last, min, max, falls }) => ({ at, first, last, min, max, falls })),
      ...polls.filter(({ at }) => !reported.has(Math.floor(at / hour) * hour)),
    ].toSorted((a, b) => a.at - b.at),
  };
}

/** Reads the size of a bucket on each day with coverage, at the first covered time of the day. */
async function daysOf(
  { known, now }: HistoryRequest['context'],
  store: HistoryStore,
  { id, endpoint }: { readonly id: number; readonly endpoint: number },
  field: BucketField,
  window: Window,
): Promise<readonly Sample[]> {
  const written = await store.bucketDays(id, field, { from: 0, to: window.to });
  const seen = intervalsAt(known.coverage(endpoint), now).filter(
    ({ outcome, complete }) => outcome === 'seen' && complete,
  );
  const samples: Sample[] = [];
  let [place, interval] = [-1, 0];
  for (let date = Math.floor(window.from / day) * day; date < window.to; date += day) {
    while (interval < seen.length && (seen[interval]?.to ?? now) < date) interval += 1;
    const at = Math.max(date, seen[interval]?.from ?? Number.POSITIVE_INFINITY);
    let falls = 0;
    for (let next = written[place + 1]; next && next.day <= date; next = written[place + 1]) {
      const before = written[place]?.value ?? null;
      if (next.day === date && before !== null && next.value !== null && next.value < before) falls += 1;
      place += 1;
    }
    const value = written[place]?.value ?? null;
    if (value !== null && at < date + day && at >= window.from && at < window.to)
      samples.push(sampleOf(at, value, falls));
  }
  return samples;
}

export function figureOf(amount: Amount): Figure {
  const isSafe = amount <= Number.MAX_SAFE_INTEGER && amount >= Number.MIN_SAFE_INTEGER;
  return isSafe ? Number(amount) : amount.toString();
}

const least = (amounts: readonly Amount[]) => amounts.reduce((low, next) => (next < low ? next : low));
const most = (amounts: readonly Amount[]) => amounts.reduce((high, next) => (next > high ? next : high));

const claimOrder: readonly ClaimKind[] = ['exact', 'known-regions', 'at-least'];

function weakestClaim(
  claims: readonly { readonly at: number; readonly claim: ClaimKind }[],
  samples: readonly Sample[],
) {
  const held = samples.flatMap(({ at }) => claims.findLast((each) => each.at <= at)?.claim ?? []);
  return claimOrder.findLast((claim) => held.includes(claim)) ?? null;
}

/**
 * Divides a window into points. Points that would be shorter than an hour become whole hours if the values
 * are stored by the hour.
 */
function pointsOf(window: Window, points: number, resolution: SeriesResponse['resolution']) {
  if (resolution !== 'hour' || (window.to - window.from) / points >= hour) return { window, points };
  const [from, to] = [Math.floor(window.from / hour) * hour, Math.ceil(window.to / hour) * hour];
  return { window: { from, to }, points: Math.max(1, (to - from) / hour) };
}

async function pointsIn(
  { context }: HistoryRequest,
  { endpoint, samples }: Source,
  window: Window,
  points: number,
): Promise<readonly SeriesPoint[]> {
  const { known, store, now } = context;
  const claims = endpoint === null || !store ? [] : await store.claims(endpoint, window);
  const seen =
    endpoint === null
      ? []
      : intervalsAt(known.coverage(endpoint), now).filter(({ outcome }) => outcome === 'seen');
  const edges = edgesOf(window, points);
  let [place, interval] = [0, 0];
  const data: SeriesPoint[] = [];
  for (let index = 0; index < points && window.from < window.to; index += 1) {
    const [from, to] = [edges[index] ?? window.from, edges[index + 1] ?? window.to];
    const begin = place;
    while ((samples[place]?.at ?? Number.POSITIVE_INFINITY) < to) place += 1;
    const inside = samples.slice(begin, place);
    while (interval < seen.length && (seen[interval]?.to ?? now) <= from) interval += 1;
    let observed = 0;
    for (let next = interval; (seen[next]?.from ?? Number.POSITIVE_INFINITY) < to; next += 1)
      observed += Math.max(0, Math.min(to, seen[next]?.to ?? now) - Math.max(from, seen[next]?.from ?? to));
    const [first, last] = [inside[0], inside.at(-1)];
    data.push({
      from: stamp(from),
      to: stamp(to),
      first: first ? figureOf(first.first) : null,
      last: last ? figureOf(last.last) : null,
      min: first ? figureOf(least(inside.map(({ min }) => min))) : null,
      max: first ? figureOf(most(inside.map(({ max }) => max))) : null,
      falls: inside.reduce((sum, { falls }) => sum + falls, 0),
      observedSeconds: observed / 1000,
      claim: weakestClaim(claims, inside),
    });
  }
  return data;
}

export async function seriesResponse(request: HistoryRequest): Promise<HistoryResponse> {
  const parameters = parametersOf(request.search, ['name', 'from', 'to', 'points']);
  const window = windowOf(parameters, request.context.now);
  const points = countOf(parameters, 'points', 2_000, 200);
  const name = parameters.get('name');
  if (name === undefined) throw badParameter('name', '“name” is missing.');
  const { unit, bucket } = namedSeries(name);
  const source = await sourceOf(request, name, bucket, window);
  const { document, isSettled } = windowed(request, window, await pointsIn(request, source, window, points));
  return { document: { ...document, name, resolution: source.resolution, unit }, isSettled };
}

/**
 * Makes the response of `levels`: the totals of a deployment over a window. A total that is stored by the
 * hour has at most one point per hour.
 */
export async function levelsResponse(request: HistoryRequest): Promise<HistoryResponse> {
  const { context, deployment } = request;
  const parameters = parametersOf(request.search, ['from', 'to', 'points']);
  const window = windowOf(parameters, context.now);
  const most = countOf(parameters, 'points', 2_000, 200);
  const levels: Level[] = [];
  for (const total of totals) {
    const name = `totals/${total}`;
    if (!context.known.series(deployment.slug, name)) continue;
    // One after another, because they read the same file.
    const first = await sourceOf(request, name, null, window);
    const { window: whole, points } = pointsOf(window, most, first.resolution);
    const source =
      whole.from === window.from && whole.to === window.to ? first : await sourceOf(request, name, null, whole);
    const { resolution } = source;
    levels.push({
      name,
      resolution,
      unit: unitsOfTotals[total] ?? total,
      data: await pointsIn(request, source, whole, points),
    });
  }
  return windowed(request, window, levels);
}
