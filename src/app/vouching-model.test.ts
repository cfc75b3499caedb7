import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeStatus } from '../contract/decode-status.ts';
import { endpointAt } from '../contract/endpoints.ts';
import { failureKinds } from '../contract/failure.ts';
import { parseJson } from '../contract/json.ts';
import type { StatusDocument } from '../contract/resources.ts';
import type { Feed } from '../domain/answer.ts';
import { type Freshness, freshnessOf, worstFreshness } from '../domain/freshness.ts';
import { isGood, vouched } from '../domain/severity.ts';
import { afterFailing, answerAt, listAnswerAt, statusPath } from '../domain/test-feeds.ts';
import { verdictOf } from '../domain/verdict.ts';
import { createClock } from './clock.ts';

const poll = 10_000;
const grace = 10_000;
const goodWords: readonly unknown[] = ['operational', 'Operational', 'ok', 'up'];

/** What may befall a screen, one after the other. Times in milliseconds. */
type Event =
  | { readonly kind: 'body'; readonly body: string; readonly ageSeconds: number }
  | { readonly kind: 'list'; readonly lifetime: number }
  | {
      readonly kind: 'fail' | 'list fails';
      readonly failure: (typeof failureKinds)[number];
      readonly status: number;
    }
  | { readonly kind: 'wait' | 'sleep' | 'step'; readonly time: number };

/** What really happened to one endpoint, kept apart from the code under test. */
interface Truth {
  /** Moment of receipt, lifetime and how much of it was over on arrival; `null` before the first answer. */
  readonly last: { readonly at: number; readonly lifetime: number; readonly spent: number } | null;
  readonly failures: number;
  readonly isGone: boolean;
}

const nothing: Truth = { last: null, failures: 0, isGone: false };

/** Part 5 of the design: fresh while younger than L + 10 s, late from then or from the second failure, lost from 3 L + 10 s. */
function sightOf({ last, failures, isGone }: Truth, time: number): Freshness {
  if (!last) return failures > 0 && !isGone ? 'lost' : 'waiting';
  const age = time - last.at + last.spent;
  if (isGone || age >= 3 * last.lifetime + grace) return 'lost';
  return age >= last.lifetime + grace || failures >= 2 ? 'late' : 'fresh';
}

function afterFailure(
  truth: Truth,
  { failure, status }: { readonly failure: string; readonly status: number },
): Truth {
  return { last: truth.last, failures: truth.failures + 1, isGone: failure === 'http' && status === 404 };
}

/** What the words of a body prove, read without the contract; `null` where it is no status document. */
function proofOf(body: string): 'ok' | 'assumed' | 'nothing' | null {
  let sent: unknown;
  try {
    sent = JSON.parse(body);
  } catch {
    return null;
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return null;
  const { status, components }: { status?: unknown; components?: unknown } = sent;
  if (status === undefined && components === undefined) return null;
  const parts: unknown[] = Array.isArray(components) ? components : [];
  const words = [status, ...parts.map((part) => (Object(part) as { status?: unknown }).status)];
  if (!words.every((word) => goodWords.includes(word))) return 'nothing';
  return parts.length > 0 && words.every((word) => word === 'operational') ? 'ok' : 'assumed';
}

/** A page with a status document and a list, and the world it looks at. */
function createRun() {
  /** True time passed, of which the monotonic clock stood still while asleep; and what the wall clock was set by. */
  const world = { time: 0, slept: 0, wallSteps: 0, stepsAhead: 0 };
  const now = createClock(
    () => 1_700_000_000_000 + world.time + world.wallSteps,
    () => world.time - world.slept,
  );
  let status: Feed<StatusDocument> = { answer: null, failure: null };
  let list: Feed<null> = { answer: null, failure: null };
  let statusTruth = nothing;
  let listTruth = nothing;
  let proof: 'ok' | 'assumed' | 'nothing' = 'nothing';
  /** A wall clock that jumps ahead cannot be told from sleep, so it counts as time passed. */
  const counted = () => world.time + world.stepsAhead;
  const fail = (event: { readonly failure: (typeof failureKinds)[number]; readonly status: number }) => {
    status = afterFailing(status, now(), { kind: event.failure, status: event.status });
    statusTruth = afterFailure(statusTruth, event);
  };
  const take = (event: Event) => {
    switch (event.kind) {
      case 'body': {
        const read = proofOf(event.body);
        try {
          const { document, findings } = decodeStatus(endpointAt(statusPath), parseJson(event.body));
          expect(read).not.toBeNull();
          const { ageSeconds } = event;
          status = { answer: answerAt(now(), document, { ageSeconds, findings }), failure: null };
          const spent = Math.max(0, ageSeconds * 1000 - poll);
          statusTruth = { last: { at: counted(), lifetime: poll, spent }, failures: 0, isGone: false };
          proof = read ?? 'nothing';
        } catch (cause) {
          if (read !== null) throw cause;
          fail({ failure: 'contract', status: 200 });
        }
        return;
      }
      case 'list':
        list = { answer: listAnswerAt(now(), event.lifetime), failure: null };
        listTruth = { last: { at: counted(), lifetime: event.lifetime, spent: 0 }, failures: 0, isGone: false };
        return;
      case 'fail':
        fail(event);
        return;
      case 'list fails':
        list = afterFailing(list, now(), { kind: event.failure, status: event.status });
        listTruth = afterFailure(listTruth, event);
        return;
      case 'wait':
        world.time += event.time;
        return;
      case 'sleep':
        world.time += event.time;
        world.slept += event.time;
        return;
      case 'step':
        world.wallSteps += event.time;
        world.stepsAhead += Math.max(0, event.time);
    }
  };
  const look = () => {
    const freshness = freshnessOf(status, now());
    const verdict = verdictOf(status, freshness, {});
    // Named within the limits, and no sooner.
    expect(freshness).toBe(sightOf(statusTruth, counted()));
    expect(freshnessOf(list, now())).toBe(sightOf(listTruth, counted()));
    if (isGood(verdict.severity)) {
      expect(verdict.severity === 'ok' ? ['ok'] : ['ok', 'assumed']).toContain(proof);
      expect(freshness).toBe('fresh');
    }
    if (freshness !== 'fresh') expect(verdict.caveat).toMatch(/\.$/);
    // A panel that rests on both.
    const both = worstFreshness([freshness, freshnessOf(list, now())]);
    const proven = sightOf(statusTruth, counted()) === 'fresh' && sightOf(listTruth, counted()) === 'fresh';
    expect(isGood(vouched('ok', both))).toBe(proven);
    return verdict;
  };
  return {
    happen(event: Event) {
      take(event);
      return look();
    },
  };
}

const word = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>('operational', 'operational', ...goodWords) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>('degraded', 'wobbly', 'not_operational', '', null, 42, ['operational']),
  },
);
const component = fc.oneof(
  { weight: 8, arbitrary: fc.record({ name: fc.constantFrom('API', 'Cache'), status: word }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 'operational', {}, []) },
);
const document = fc.record(
  {
    status: word,
    version: fc.constantFrom('v1', 'v2', 7),
    region: fc.constant('Graz'),
    // Frozen, moving and unreadable in one: whatever it says, it proves nothing by itself.
    updated_at: fc.constantFrom(
      '2026-03-12T14:00:00Z',
      '2026-03-12T14:00:10Z',
      '1999-01-01T00:00:00Z',
      'soon',
      null,
    ),
    components: fc.oneof(
      { weight: 8, arbitrary: fc.array(component, { maxLength: 4 }) },
      { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 'operational', {}) },
    ),
  },
  { requiredKeys: ['updated_at'] },
);
const body = fc.oneof(
  { weight: 8, arbitrary: document.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.json() },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '<h1>operational</h1>', '{"status":"operational"', '[]', '"operational"'),
  },
);
const failed = { failure: fc.constantFrom(...failureKinds), status: fc.constantFrom(404, 500, 503) };
/** Longer than what a clock takes for rounding. */
const leap = fc.integer({ min: 2_000, max: 86_400_000 });
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    kind: fc.constant('body' as const),
    body,
    ageSeconds: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(10), fc.nat(4_000)),
  }),
  fc.record({
    kind: fc.constant('list' as const),
    lifetime: fc.constantFrom(5_000, 60_000, 300_000, 3_600_000),
  }),
  fc.record({ kind: fc.constantFrom('fail' as const, 'list fails' as const), ...failed }),
  fc.record({
    kind: fc.constant('wait' as const),
    time: fc.oneof(
      fc.nat(15_000),
      fc.nat(60_000),
      fc.nat(86_400_000),
      fc.constantFrom(19_999, 20_000, 39_999, 40_000),
    ),
  }),
  fc.record({ kind: fc.constant('sleep' as const), time: leap }),
  fc.record({
    kind: fc.constant('step' as const),
    time: fc.oneof(
      leap,
      leap.map((time) => -time),
    ),
  }),
);

test('whatever is answered, fails or passes, green is proven by a fresh valid answer, and every other sight is named in time', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const run = createRun();
      for (const each of events) run.happen(each);
    }),
    { numRuns: 1_000 },
  );
});

test('the model is no wall: green is reached by a fresh answer, and by the next one after sleep', () => {
  const run = createRun();
  const good = { kind: 'body', ageSeconds: 0 } as const;
  const parts = (status: string) =>
    JSON.stringify({ status, components: [{ name: 'API', status: 'operational' }] });
  expect(run.happen({ ...good, body: '{"status":"operational","components":[]}' }).severity).toBe('assumed');
  expect(run.happen({ ...good, body: parts('operational') }).severity).toBe('ok');
  expect(run.happen({ kind: 'step', time: -3_600_000 }).severity).toBe('ok');
  expect(run.happen({ kind: 'sleep', time: 3_600_000 }).severity).toBe('unvouched');
  expect(run.happen({ ...good, body: parts('up') }).severity).toBe('assumed');
  expect(run.happen({ ...good, body: '<h1>operational</h1>' }).severity).toBe('assumed');
  expect(run.happen({ kind: 'fail', failure: 'unreachable', status: 500 }).severity).toBe('unvouched');
});
