import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListParameters } from '#contract/decode/list.ts';
import { isRegionCode } from '#contract/region-code.ts';
import { answerAt, failureAt } from '#testing/feeds.ts';
import {
  createModel,
  type Departures,
  type Item,
  type Model,
  modelUniter,
  noDepartures,
} from '#testing/model-service.ts';
import { freshLifetime } from '../../answer/poll.ts';
import { type Knowledge, knowNothing, requestableCodes, type Task } from './knowledge.ts';
import { learn, learnFailure } from './learn.ts';
import { type ListFeed, listFeed } from './list-feed.ts';
import { cachedRows, nextListRequestAt, nextRequests } from './plan.ts';
import { firstStrategy, withMostItems } from './strategy.ts';

const policy = { pollMilliseconds: 10_000, hidden: false };
const lifetime = freshLifetime(60_000, 'max-age=60');
const path = '/api/v2/buckets';

interface Asking {
  readonly known: Knowledge<Item>;
  readonly feed: ListFeed<Item>;
  readonly asked: readonly ListParameters[];
}

function answerTo(
  request: ListParameters,
  service: ReturnType<typeof createModel>,
  known: Knowledge<Item>,
  task: Task,
  now: number,
): Knowledge<Item> {
  const page = service(request);
  return page
    ? learn(known, task, request, answerAt(now, page, { path, lifetime }))
    : learnFailure(known, task, request, failureAt(now, { path, kind: 'http', status: 400 }));
}

/** Sends the due requests until none is due, at most four at once. */
async function askAll(
  service: ReturnType<typeof createModel>,
  model: Model,
  task: Task,
  now: number,
  start: Knowledge<Item> = knowNothing(),
): Promise<Asking> {
  const parameters: ListParameters[] = [];
  let known = start;
  for (;;) {
    const next = nextRequests(known, task, policy, now);
    if (next.length === 0) break;
    expect(next.length).toBeLessThanOrEqual(4);
    for (const request of next) {
      parameters.push(request);
      if (parameters.length > 200)
        throw new Error(`It asks without end: ${JSON.stringify(parameters.slice(-9))}`);
      known = answerTo(request, service, known, task, now);
    }
  }
  expect(nextListRequestAt(known, task, policy)).toBeGreaterThan(now);
  return { known, feed: await listFeed(known, task, modelUniter(model.namesRegion)), asked: parameters };
}

const codes = ['ams1', 'fra1', 'iad1', 'lhr1', 'nrt1', 'sin1', 'syd1'] as const;

const itemsOf = (regions: readonly (string | null)[]): readonly Item[] =>
  regions.map((region, index) => ({ id: `bkt_${index}`, region }));

const departures: fc.Arbitrary<Departures> = fc.record({
  ignoresRegion: fc.boolean(),
  ignoresLimit: fc.boolean(),
  extraRows: fc.constantFrom(0, 0, 0, 1, 5),
  emptyWithMore: fc.constantFrom(false, false, false, true),
  shuffles: fc.boolean(),
  clamps: fc.oneof(fc.constant([]), fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 5 })),
  silentAboutMore: fc.constantFrom(false, false, false, true),
  noEcho: fc.constantFrom(false, false, true),
  miscounts: fc.constantFrom(0, 0, 0, 1, -1),
  refuses: fc.constantFrom(false, false, true),
});

const anyRegion = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom<string | null>(...codes) },
  { weight: 1, arbitrary: fc.constantFrom(null, 'Frankfurt') },
);

function modelWith(region: fc.Arbitrary<string | null>, how: fc.Arbitrary<Departures>): fc.Arbitrary<Model> {
  return fc
    .record({
      regions: fc.array(region, { maxLength: 120, size: 'max' }),
      defaultLimit: fc.integer({ min: 1, max: 40 }),
      // Most of these services have more rows than fit into one response, because slices matter only then.
      clamp: fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: 1, max: 40 }) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 150 }) },
      ),
      namesRegion: fc.boolean(),
      departures: how,
    })
    .map(({ regions, clamp, defaultLimit, ...model }) => ({
      ...model,
      items: itemsOf(regions),
      defaultLimit: Math.min(defaultLimit, clamp),
      clamp,
    }));
}

const listed = fc.oneof(fc.constant(codes), fc.subarray([...codes]));

const wanted = fc.constantFrom(
  { byRegion: false },
  { byRegion: true },
  // A page that compares regions requests every slice, even if one response is complete.
  { byRegion: true, eachRegion: true },
);

async function heldIds({ answer }: ListFeed<Item>): Promise<readonly string[]> {
  const rows = await answer?.value.rows({});
  return rows ? (await rows.slice(0, rows.count)).map(({ id }) => id) : [];
}

/** Expects that the claim of the list is true. */
async function expectTrue({ known, feed }: Asking, model: Model, task: Task): Promise<void> {
  const claim = feed.answer?.value.claim;
  const ids = await heldIds(feed);
  expect(new Set(ids).size).toBe(ids.length);
  expect(feed.answer?.value.count ?? 0).toBe(ids.length);
  const cached = new Set(ids);
  if (claim?.kind === 'at-least') expect(claim.reasons.join()).not.toContain('still to come');
  if (claim?.kind === 'exact') expect(cached.size).toBe(model.items.length);
  if (claim?.kind !== 'known-regions') return;
  const parameters = new Set<string | null>(requestableCodes(known, task));
  expect(claim.regions).toBe(parameters.size);
  expect(model.items.filter(({ id, region }) => parameters.has(region) && !cached.has(id))).toEqual([]);
}

test('with any service, the claim of a list is true and the requests end', async () => {
  await fc.assert(
    fc.asyncProperty(modelWith(anyRegion, departures), listed, wanted, async (model, list, each) => {
      const task = { ...each, codes: list };
      const service = createModel(model);
      let asking = await askAll(service, model, task, 0);
      await expectTrue(asking, model, task);
      // Repeats this twice, each time after all lifetimes have ended.
      for (const now of [100_000, 200_000]) {
        asking = await askAll(service, model, task, now, asking.known);
        await expectTrue(asking, model, task);
      }
    }),
    { numRuns: 1500 },
  );
});

test('completeness by one response or by the known regions is proven, and refreshed with the fewest requests', async () => {
  let proven = 0;
  await fc.assert(
    fc.asyncProperty(
      modelWith(fc.constantFrom(...codes), fc.constant(noDepartures)),
      listed,
      async (model, list) => {
        const task = { byRegion: true, codes: list };
        const service = createModel(model);
        const first = await askAll(service, model, task, 0);
        const again = await askAll(service, model, task, 100_000, first.known);
        const { length } = model.items;
        const claim = again.feed.answer?.value.claim;
        if (length <= model.clamp) {
          expect(claim).toEqual({ kind: 'exact' });
          expect(again.asked).toHaveLength(1);
          return;
        }
        const known = requestableCodes(again.known, task);
        const fits = known.every(
          (code) => model.items.filter(({ region }) => region === code).length <= model.clamp,
        );
        const inRegions = model.items.filter(({ region }) => region !== null && known.includes(region));
        const seesOthers = !model.namesRegion && inRegions.length < length;
        if (!fits || seesOthers || known.length === 0) return;
        expect(claim).toEqual({ kind: 'known-regions', regions: known.length });
        expect(known.every(isRegionCode)).toBe(true);
        proven += 1;
        // The list may once be requested as a single response again, if the slices have fewer rows than such
        // a response may have.
        const third = await askAll(service, model, task, 200_000, again.known);
        expect(third.asked).toHaveLength(known.length);
      },
    ),
    { numRuns: 1000 },
  );
  // The test proves something only if many runs need slices.
  expect(proven).toBeGreaterThan(200);
});

const hour = 60 * 60_000;

test('if a service changes its limit, the list stays complete and adapts within an hour', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(
      modelWith(fc.constantFrom(...codes), fc.constant(noDepartures)),
      fc.integer({ min: 1, max: 150 }),
      fc.boolean(),
      async (start, clamp, refuses) => {
        const before: Model = { ...start, namesRegion: true, departures: { ...noDepartures, refuses } };
        const after: Model = { ...before, clamp, defaultLimit: Math.min(before.defaultLimit, clamp) };
        const task = { byRegion: true, codes };
        const fits = (model: Model) =>
          codes.every((code) => model.items.filter(({ region }) => region === code).length <= model.clamp);
        if (before.items.length <= before.clamp || !fits(before)) return;
        const earlier = createModel(before);
        const first = await askAll(earlier, before, task, 0);
        const second = await askAll(earlier, before, task, 100_000, first.known);
        expect(second.feed.answer?.value.claim.kind).toBe('known-regions');
        // If the service has not changed its limit, one more request per hour is allowed.
        const same = await askAll(earlier, before, task, hour + 1, second.known);
        expect(same.asked.length).toBeLessThanOrEqual(codes.length + 1);
        const service = createModel(after);
        let { known } = second;
        let requests = 0;
        for (const now of [hour + 1, hour + 200_000, hour + 400_000]) {
          for (;;) {
            const [request] = nextRequests(known, task, policy, now);
            if (!request) break;
            requests += 1;
            known = answerTo(request, service, known, task, now);
            // While requests run, the list never has fewer rows.
            const { answer } = await listFeed(known, task, modelUniter(true));
            if (fits(after)) expect(answer?.value.claim.kind).not.toBe('at-least');
          }
        }
        expect(requests).toBeLessThanOrEqual(3 * codes.length + 40);
        const { answer } = await listFeed(known, task, modelUniter(true));
        if (clamp >= after.items.length) expect(answer?.value.claim).toEqual({ kind: 'exact' });
        else if (fits(after))
          expect(answer?.value.claim).toEqual({ kind: 'known-regions', regions: codes.length });
        if (clamp < after.items.length && (refuses || clamp > before.clamp))
          expect(known.strategy.limit ?? after.defaultLimit).toBe(clamp);
        found += 1;
      },
    ),
    { numRuns: 500 },
  );
  expect(found).toBeGreaterThan(100);
});

test('the largest accepted limit is found with few requests', async () => {
  const maxima = fc.oneof(
    fc.integer({ min: 1, max: 10_000 }),
    fc.constantFrom(50, 250, 500, 1000, 1024, 2500, 5000),
  );
  await fc.assert(
    fc.asyncProperty(maxima, fc.integer({ min: 1, max: 200 }), async (clamp, defaultLimit) => {
      const items = Array.from({ length: clamp + 1 }, (_, index) => ({ id: `bkt_${index}`, region: null }));
      const model = {
        items,
        defaultLimit: Math.min(defaultLimit, clamp),
        clamp,
        namesRegion: true,
        departures: { ...noDepartures, refuses: true },
      };
      const { known, asked: parameters } = await askAll(
        createModel(model),
        model,
        { byRegion: false, codes: [] },
        0,
      );
      expect(known.strategy.limit ?? model.defaultLimit).toBe(clamp);
      expect(parameters.length).toBeLessThanOrEqual(26);
    }),
    { numRuns: 200 },
  );
});

test('a list stays within its maximum, and its claim states the limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      modelWith(fc.constantFrom(...codes), fc.constant(noDepartures)),
      fc.integer({ min: 1, max: 100 }),
      async (model, most) => {
        const start = knowNothing<Item>(withMostItems(firstStrategy, most));
        const task = { byRegion: true, codes };
        const { known, feed, asked: parameters } = await askAll(createModel(model), model, task, 0, start);
        expect(Math.max(0, ...parameters.map(({ limit = 0 }) => limit))).toBeLessThanOrEqual(most);
        // One response may have more rows than the maximum leaves.
        expect(cachedRows(known)).toBeLessThan(most + model.clamp);
        // The response without a region may contain rows that no slice contains.
        expect(feed.answer?.value.count).toBeLessThan(most + 2 * model.clamp);
        if (model.items.length > most + 2 * model.clamp) expect(feed.answer?.value.claim.kind).toBe('at-least');
      },
    ),
    { numRuns: 500 },
  );
});

test('the number of requests is bounded', async () => {
  await fc.assert(
    fc.asyncProperty(modelWith(anyRegion, departures), listed, async (model, list) => {
      const task = { byRegion: true, codes: list };
      const { asked: parameters } = await askAll(createModel(model), model, task, 0);
      expect(parameters.length).toBeLessThanOrEqual(2 * 7 + 12);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  // Only a region's own response proves what the region has, so one request per region is the minimum.
  ['more than the clamp', 12_431, { kind: 'known-regions', regions: 60 }, 60],
  ['as much as the clamp', 1_000, { kind: 'exact' }, 1],
] as const)(
  'with 60 regions and a clamp of 1,000, %s costs the provable minimum',
  async (_, count, claim, least) => {
    const many = Array.from(
      { length: 60 },
      (_code, index) => `r${String.fromCharCode(97 + (index % 26))}x${Math.floor(index / 26)}`,
    );
    const items = Array.from({ length: count }, (_item, index) => ({
      id: `bkt_${index}`,
      region: many[index % 60] ?? null,
    }));
    const model = { items, defaultLimit: 100, clamp: 1_000, namesRegion: true, departures: noDepartures };
    const task = { byRegion: true, codes: many };
    const service = createModel(model);
    let asking = await askAll(service, model, task, 0);
    for (const now of [100_000, 200_000, 300_000, 400_000]) {
      asking = await askAll(service, model, task, now, asking.known);
      expect(asking.feed.answer?.value.claim).toEqual(claim);
      if (now > 100_000) expect(new Set(asking.asked.map(({ region }) => region)).size).toBe(least);
      if (now > 100_000) expect(asking.asked).toHaveLength(least);
    }
  },
);
