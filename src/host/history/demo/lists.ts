/** Generates the rows of the demo's lists for the week before the demo. */

import { statusWords } from '#service/choices.ts';
import type { BucketRow, EventRow, NodeRow, RegionRow } from '#service/demo/fleet.ts';
import { activityUntil, countAt, growthOf } from '#service/demo/rhythm.ts';
import type { Row } from '../rows.ts';
import type { DemoFleet } from './demo-fleet.ts';
import { type Curve, sumCurve } from './numbers.ts';
import { type Step, seenSteps } from './poll-times.ts';
import { contentOf, itemRows, type Recorded, seriesRows, subjectRows } from './recorded.ts';
import { nodeSince, regionSince, type Story } from './story.ts';

const day = 86_400_000;

/**
 * Maximum number of event types with a series of their own. Further types are counted by source only, so that
 * the record stays small.
 */
const mostSeries = 100;

const { operational } = statusWords;
const always = Number.NEGATIVE_INFINITY;

export function regionWords(region: RegionRow, story: Story): readonly Step<string>[] {
  return [{ at: regionSince(story, region), value: operational }, ...(story.regions.get(region.code) ?? [])];
}

export function* regionList(list: Recorded, { regions }: DemoFleet, story: Story): Generator<Row> {
  const listed: Step<number>[] = [];
  for (const region of regions) {
    const at = regionSince(story, region);
    yield* subjectRows(list, 'region', region.code, regionWords(region, story));
    yield* itemRows(list, region.code, [{ at, value: contentOf('region', region) }]);
    listed.push(...seenSteps(list.polls, [{ at, value: 1 }]));
  }
  yield* seriesRows(list, 'totals/regions', sumCurve(listed));
}

function gigabits({ capacity }: NodeRow): number {
  return Number.parseInt(capacity, 10);
}

export function nodesOf({ nodes }: DemoFleet, story: Story): readonly NodeRow[] {
  return [...nodes, story.vanished.node];
}

export function nodeSteps(node: NodeRow, story: Story): readonly Step<NodeRow | null>[] {
  const { vanished, moved, away } = story;
  const at = nodeSince(story, node);
  if (node === vanished.node)
    return [
      { at, value: node },
      { at: vanished.at, value: null },
    ];
  if (node.id === moved.id)
    return [
      { at, value: { ...node, pop: moved.from } },
      { at: Math.max(at, moved.at), value: node },
    ];
  if (node.id === away.id)
    return [
      { at, value: node },
      { at: Math.max(at, away.at), value: null },
      { at: Math.max(at, away.backAt), value: node },
    ];
  const enlarged = story.enlarged.find(({ id }) => id === node.id);
  if (enlarged)
    return [
      { at, value: { ...node, capacity: enlarged.from } },
      { at: Math.max(at, enlarged.at), value: node },
    ];
  return [{ at, value: node }];
}

export function nodeWords(node: NodeRow, story: Story): readonly Step<string | null>[] {
  const steps = nodeSteps(node, story);
  return [
    { at: steps[0]?.at ?? always, value: operational },
    ...(story.nodes.get(node.id) ?? []),
    // Absence, and the return from it.
    ...steps.flatMap(({ at, value }, index): readonly Step<string | null>[] => {
      if (value === null) return [{ at, value }];
      return steps[index - 1]?.value === null ? [{ at, value: operational }] : [];
    }),
  ];
}

class NodeSums {
  readonly #changes = new Map<string, Step<number>[]>();

  /**
   * Notes that two sums change by `change` at `at`: the sum over all nodes, and that over the nodes of a
   * region.
   */
  add(field: string, region: string, at: number, change: number): void {
    for (const name of [`totals/${field}`, `totals/${field}/${region}`]) {
      const changes = this.#changes.get(name);
      if (changes) changes.push({ at, value: change });
      else this.#changes.set(name, [{ at, value: change }]);
    }
  }

  *rows(list: Recorded): Generator<Row> {
    for (const [name, changes] of this.#changes) {
      const first = Math.min(...changes.map(({ at }) => at));
      yield* seriesRows(list, name, sumCurve(changes), first);
    }
  }
}

export function* nodeList(list: Recorded, fleet: DemoFleet, story: Story): Generator<Row> {
  const sums = new NodeSums();
  for (const node of nodesOf(fleet, story)) {
    const steps = nodeSteps(node, story);
    const words = nodeWords(node, story);
    yield* subjectRows(list, 'node', node.id, words);
    yield* itemRows(
      list,
      node.id,
      steps.map(({ at, value }) => ({ at, value: value && contentOf('node', value) })),
    );
    const seen = [...seenSteps(list.polls, steps)];
    let before: NodeRow | null = null;
    for (const { at, value } of seen) {
      if (before) {
        sums.add('nodes', before.pop, at, -1);
        sums.add('nodes-ok', before.pop, at, -1);
        sums.add('capacity', before.pop, at, -gigabits(before));
      }
      if (value) {
        sums.add('nodes', value.pop, at, 1);
        sums.add('nodes-ok', value.pop, at, 1);
        sums.add('capacity', value.pop, at, gigabits(value));
      }
      before = value;
    }
    let wasGood = true;
    for (const { at, value } of seenSteps(list.polls, words)) {
      // The loop above counts absence.
      if (value === null) continue;
      if ((value === operational) !== wasGood) sums.add('nodes-ok', node.pop, at, wasGood ? -1 : 1);
      wasGood = value === operational;
    }
  }
  yield* sums.rows(list);
}

/**
 * Sums over the buckets of one region, or of all regions. Buckets that the first poll shows grow together; a
 * later one is added at the poll that first shows it.
 */
class BucketSum {
  readonly #old = { count: 0, objects: 0, bytes: 0, moreObjects: 0, moreBytes: 0 };
  readonly #new: { readonly bucket: BucketRow; readonly at: number }[] = [];

  add(bucket: BucketRow, at: number, first: number): void {
    if (at > first) {
      this.#new.push({ bucket, at });
      return;
    }
    const growth = growthOf(bucket.id);
    this.#old.count += 1;
    this.#old.objects += bucket.objects;
    this.#old.bytes += bucket.bytes;
    this.#old.moreObjects += bucket.objects * growth;
    this.#old.moreBytes += bucket.bytes * growth;
  }

  /**
   * Makes the curve of the summed objects or bytes.
   * @param left - returns the simulated activity between a time and the end of the past; a weekday has 1.
   */
  curve(field: 'objects' | 'bytes', left: (at: number) => number): Curve {
    const [all, more] =
      field === 'bytes'
        ? ([this.#old.bytes, this.#old.moreBytes] as const)
        : ([this.#old.objects, this.#old.moreObjects] as const);
    return {
      at: (time) => {
        const rest = left(time);
        const added = this.#new.reduce(
          (sum, { bucket, at }) => (at <= time ? sum + sizeThen(bucket, field, rest) : sum),
          0,
        );
        return Math.round(all - more * rest) + added;
      },
      turns: () => false,
    };
  }

  get counts(): Curve {
    const changes = this.#new.map(({ at }) => ({ at, value: 1 }));
    return sumCurve([{ at: always, value: this.#old.count }, ...changes]);
  }
}

/**
 * Computes the size of a bucket at a past time. `left` is the simulated activity from then to the end of the
 * past; a weekday has 1.
 */
function sizeThen(bucket: BucketRow, field: 'objects' | 'bytes', left: number): number {
  return Math.round(bucket[field] * (1 - growthOf(bucket.id) * left));
}

export function* bucketList(list: Recorded, { buckets, areBucketsListed }: DemoFleet): Generator<Row> {
  const { polls, times } = list;
  const known = new Map<number, number>();
  const untilEnd = activityUntil(times.end);
  const left = (at: number) => {
    const activity = known.get(at) ?? untilEnd - activityUntil(at);
    known.set(at, activity);
    return activity;
  };
  const days: number[] = [polls.first];
  for (let begin = Math.floor(polls.first / day) * day + day; begin < times.end; begin += day)
    days.push(polls.firstFrom(begin) ?? polls.last);
  const total = new BucketSum();
  const byRegion = new Map<string, BucketSum>();
  for (const bucket of buckets) {
    const at = polls.firstFrom(bucket.created_at);
    if (at === null) continue;
    const ofRegion = byRegion.get(bucket.region) ?? new BucketSum();
    byRegion.set(bucket.region, ofRegion);
    for (const sum of [total, ofRegion]) sum.add(bucket, at, polls.first);
    if (!areBucketsListed) continue;
    const value = contentOf('bucket', bucket);
    const item = yield* itemRows(list, bucket.id, [{ at: bucket.created_at, value }]);
    if (!item) continue;
    let before = -1;
    for (const poll of days) {
      if (poll < at) continue;
      const [objects, bytes] = [sizeThen(bucket, 'objects', left(poll)), sizeThen(bucket, 'bytes', left(poll))];
      if (bytes === before) continue;
      before = bytes;
      yield { table: 'bucket_day', item: item.id, day: Math.floor(poll / day) * day, objects, bytes };
    }
  }
  for (const [tail, sum] of [['', total] as const, ...byRegion].map(
    ([code, each]) => [code && `/${code}`, each] as const,
  )) {
    yield* seriesRows(list, `totals/buckets${tail}`, sum.counts);
    yield* seriesRows(list, `totals/objects${tail}`, sum.curve('objects', left));
    yield* seriesRows(list, `totals/bytes${tail}`, sum.curve('bytes', left));
  }
}

export function* assetList(list: Recorded, { assets }: DemoFleet): Generator<Row> {
  const listed = assets.flatMap((at) => seenSteps(list.polls, [{ at, value: 1 }]));
  yield* seriesRows(list, 'totals/assets', sumCurve(listed));
}

export function* applicationList(list: Recorded, { applications }: DemoFleet): Generator<Row> {
  const { polls, ids, slug, id: endpoint } = list;
  const listed: Step<number>[] = [];
  for (const application of applications) {
    const { id, created_at: at, last_used_at: usedAt } = application;
    yield* itemRows(list, id, [{ at, value: contentOf('application', application) }]);
    listed.push(...seenSteps(polls, [{ at, value: 1 }]));
    const first = polls.firstFrom(at);
    if (first === null) continue;
    const series = ids.next('series');
    yield { table: 'series', id: series, deployment: slug, name: `last-used/${id}`, endpoint };
    // An application in use is used once a day. Its last use is the one that the service shows.
    const uses = [1, 2, 3, 4, 5, 6, 7].map((days) => usedAt - days * day).filter((use) => use >= at);
    const earliest = uses.findLast((use) => use <= first) ?? at;
    const shown = seenSteps(polls, [
      { at: first, value: usedAt <= first ? usedAt : earliest },
      ...[...uses.toReversed(), usedAt].filter((use) => use > first).map((use) => ({ at: use, value: use })),
    ]);
    for (const { at: poll, value } of shown) yield { table: 'value', series, at: poll, value };
  }
  yield* seriesRows(list, 'totals/applications', sumCurve(listed));
}

function eventCurve({ rhythm }: EventRow): Curve {
  return { at: (time) => countAt(rhythm, time), turns: () => false };
}

export function* eventList(list: Recorded, { events }: DemoFleet): Generator<Row> {
  const sources = new Map<string, EventRow[]>();
  for (const [index, event] of events.entries()) {
    yield* itemRows(list, event.id, [{ at: event.created_at, value: contentOf('event', event) }]);
    const alike = sources.get(event.source);
    if (alike) alike.push(event);
    else sources.set(event.source, [event]);
    if (index < mostSeries) yield* seriesRows(list, `events/${event.id}`, eventCurve(event), event.created_at);
  }
  for (const [source, of] of sources) {
    const curve = {
      at: (time: number) =>
        of.reduce((sum, { rhythm }) => (rhythm.createdAt <= time ? sum + countAt(rhythm, time) : sum), 0),
      turns: () => false,
    };
    yield* seriesRows(list, `events-by-source/${source}`, curve);
  }
}
