import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeStatus } from '#contract/decode/status.ts';
import { endpointAt } from '#contract/endpoints.ts';
import { failureKinds } from '#contract/failure.ts';
import { parseJson } from '#contract/json/parse.ts';
import type { StatusDocument } from '#contract/resources.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { clockNotes } from '#domain/answer/clock-notes.ts';
import { type Freshness, freshnessOf, worstFreshness } from '#domain/answer/freshness.ts';
import { clockAfter } from '#domain/answer/source-clock.ts';
import { createSteadyClock } from '#domain/answer/steady-clock.ts';
import { isDeploymentLost } from '#domain/failures/contact.ts';
import { textOf } from '#domain/sentences/clause.ts';
import { confirmedSeverity } from '#domain/severity/confirmed-severity.ts';
import { isGood } from '#domain/severity/severity.ts';
import { documentVerdict } from '#domain/verdict/verdict.ts';
import { afterFailing, answerAt, listAnswerAt, statusPath } from '#testing/feeds.ts';

const poll = 10_000;
const grace = 10_000;
const goodWords: readonly unknown[] = ['operational', 'Operational', 'ok', 'up'];

/**
 * Events that can happen to a screen. `readings` are several status documents in which only the service's own
 * time changes, by `by` seconds each; `null`: the time is not sent. Times in milliseconds.
 */
type Event =
  | { readonly kind: 'body'; readonly body: string; readonly ageSeconds: number }
  | { readonly kind: 'list'; readonly lifetime: number }
  | { readonly kind: 'readings'; readonly count: number; readonly every: number; readonly by: number | null }
  | {
      readonly kind: 'fail' | 'list fails';
      readonly failure: (typeof failureKinds)[number];
      readonly status: number;
    }
  | { readonly kind: 'wait' | 'sleep' | 'step'; readonly time: number };

/** What the test knows of a feed, independently of the code under test. */
interface Truth {
  /**
   * Last response: time of receipt, lifetime, and age on arrival, milliseconds. `null` before the first
   * response.
   */
  readonly last: { readonly at: number; readonly lifetime: number; readonly spent: number } | null;
  readonly failures: number;
  readonly failingSince: number;
  readonly isGone: boolean;
}

interface Stated {
  readonly at: number;
  readonly time: number | null;
  readonly states: string;
}

const rest = 5 * 60_000;

/**
 * What the product must and may state about a source (docs/understand/freshness.md), computed from everything
 * that the source has sent.
 */
function sourceOf(stated: readonly Stated[]) {
  const last = stated.at(-1)?.at ?? 0;
  const timed = stated.flatMap(({ time, ...each }) => (time === null ? [] : [{ ...each, time }]));
  const moves = timed.flatMap((now, index) => {
    const before = timed[index - 1];
    if (!before || now.time === before.time) return [];
    const seenBefore = stated.findLast(({ at }) => at < now.at) ?? before;
    return [
      {
        at: now.at,
        isBack: now.time < before.time,
        alone: now.states === seenBefore.states,
        until: seenBefore.at,
      },
    ];
  });
  const hasRested = last - (moves.at(-1)?.at ?? stated[0]?.at ?? 0) >= rest;
  const [first, second] = moves.slice(-2);
  const beat =
    first?.alone && second?.alone && !first.isBack && !second.isBack && second.until - first.at < rest;
  const stepsOn = moves.length - 1 - moves.findLastIndex(({ isBack }) => isBack);
  return {
    hasRested,
    mustBeFrozen: moves.at(-1)?.isBack === true || (beat === true && hasRested),
    mayBeFrozen: (moves.some(({ isBack }) => isBack) && stepsOn < 2) || (hasRested && moves.length >= 2),
    neverMoved: hasRested && !moves.some(({ isBack }) => !isBack),
  };
}

const healthy = { status: 'operational', components: [{ name: 'API', status: 'operational' }] };

const nothing: Truth = { last: null, failures: 0, failingSince: 0, isGone: false };

/**
 * Freshness as docs/understand/freshness.md defines it: fresh while younger than L + 10 s, late after that or
 * from the second failure. Lost from 3 L + 10 s, or after two responses that the endpoint does not exist.
 */
function sightOf({ last, failures, isGone }: Truth, time: number): Freshness {
  if (!last) return failures > 0 && !isGone ? 'lost' : 'waiting';
  const age = time - last.at + last.spent;
  if ((isGone && failures >= 2) || age >= 3 * last.lifetime + grace) return 'lost';
  return age >= last.lifetime + grace || failures >= 2 ? 'late' : 'fresh';
}

function lostFrom({ last, failures, failingSince, isGone }: Truth): number {
  const expires = last ? last.at - last.spent + 3 * last.lifetime + grace : Number.POSITIVE_INFINITY;
  const isTold = last ? isGone && failures >= 2 : failures > 0;
  return Math.min(expires, isTold ? failingSince : Number.POSITIVE_INFINITY);
}

function afterFailure(
  truth: Truth,
  { failure, status }: { readonly failure: string; readonly status: number },
  at: number,
): Truth {
  return {
    last: truth.last,
    failures: truth.failures + 1,
    failingSince: truth.failures > 0 ? truth.failingSince : at,
    isGone: failure === 'http' && status === 404,
  };
}

interface Proof {
  readonly worth: 'ok' | 'assumed' | 'nothing';
  readonly time: number | null;
  readonly states: string;
}

/** What a body proves, read without the contract. `null` if it is no status document. */
function proofOf(body: string): Proof | null {
  let sent: unknown;
  try {
    sent = JSON.parse(body);
  } catch {
    return null;
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return null;
  const members: { status?: unknown; components?: unknown; updated_at?: unknown } = sent;
  const { status, components, updated_at: time } = members;
  if (status === undefined && components === undefined) return null;
  const parts: unknown[] = Array.isArray(components) ? components : [];
  const words = [status, ...parts.map((part) => (Object(part) as { status?: unknown }).status)];
  const isPlain = parts.length > 0 && words.every((word) => word === 'operational');
  const worth = words.every((word) => goodWords.includes(word)) ? (isPlain ? 'ok' : 'assumed') : 'nothing';
  const isTime = typeof time === 'string' && /^\d{4}-\d\d-\d\dT/.test(time);
  return { worth, time: isTime ? Date.parse(time) : null, states: JSON.stringify([status, components]) };
}

function createRun() {
  /**
   * Clocks of the test, milliseconds: real time, time asleep (the monotonic clock stops), and adjustments of
   * the wall clock.
   */
  const world = { time: 0, slept: 0, wallSteps: 0, stepsAhead: 0 };
  const { now, skipped } = createSteadyClock(
    () => 1_700_000_000_000 + world.time + world.wallSteps,
    () => world.time - world.slept,
  );
  let status: Feed<StatusDocument> = { answer: null, failure: null };
  let list: Feed<null> = { answer: null, failure: null };
  let statusTruth = nothing;
  let listTruth = nothing;
  let proof: Proof['worth'] = 'nothing';
  const stated: Stated[] = [];
  let sourceTime = Date.UTC(2026, 2, 12, 14);
  /** Time that counts as passed. A wall clock that jumps ahead looks like sleep, so the jump counts. */
  const counted = () => world.time + world.stepsAhead;
  /** Time during which a source could be observed. */
  const awake = () => world.time - world.slept;
  const fail = (event: { readonly failure: (typeof failureKinds)[number]; readonly status: number }) => {
    status = afterFailing(status, now(), { kind: event.failure, status: event.status });
    statusTruth = afterFailure(statusTruth, event, counted());
  };
  const receive = (body: string, ageSeconds: number) => {
    const read = proofOf(body);
    try {
      const { document, findings } = decodeStatus(endpointAt(statusPath), parseJson(body));
      expect(read).not.toBeNull();
      const source = clockAfter(status.answer, document, now(), skipped());
      status = { answer: answerAt(now(), document, { ageSeconds, findings, source }), failure: null };
    } catch (cause) {
      if (read !== null) throw cause;
      fail({ failure: 'contract', status: 200 });
    }
    if (!read) return;
    statusTruth = {
      ...nothing,
      last: { at: counted(), lifetime: poll, spent: ageSeconds * 1000 },
    };
    proof = read.worth;
    stated.push({ at: awake(), time: read.time, states: read.states });
  };
  const take = (event: Event) => {
    switch (event.kind) {
      case 'body':
        receive(event.body, event.ageSeconds);
        return;
      case 'readings':
        for (let reading = 0; reading < event.count; reading += 1) {
          world.time += event.every;
          sourceTime += (event.by ?? 0) * 1000;
          const updated_at = event.by === null ? null : new Date(sourceTime).toISOString().replace('.000', '');
          receive(JSON.stringify({ ...healthy, updated_at }), 0);
          look();
        }
        return;
      case 'list':
        list = { answer: listAnswerAt(now(), event.lifetime), failure: null };
        listTruth = { ...nothing, last: { at: counted(), lifetime: event.lifetime, spent: 0 } };
        return;
      case 'fail':
        fail(event);
        return;
      case 'list fails':
        list = afterFailing(list, now(), { kind: event.failure, status: event.status });
        listTruth = afterFailure(listTruth, event, counted());
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
    const verdict = documentVerdict(status, freshness, {});
    const caveat = textOf(verdict.caveat ?? []);
    const source = sourceOf(stated);
    const wrong: string[] = [];
    const must = (isTrue: boolean, rule: string) => {
      if (!isTrue) wrong.push(rule);
    };
    const ofStatus = sightOf(statusTruth, counted());
    const listFreshness = freshnessOf(list, now());
    must(freshness === ofStatus, 'the status is reported within its limits, and no sooner');
    must(
      listFreshness === sightOf(listTruth, counted()),
      'the list is reported within its limits, and no sooner',
    );
    if (isGood(verdict.severity)) {
      must(proof === 'ok' || (proof === 'assumed' && verdict.severity === 'assumed'), 'green needs a proof');
      must(freshness === 'fresh', 'green is fresh');
      must(!source.mustBeFrozen, 'green has no frozen source');
      must(verdict.severity !== 'ok' || !source.neverMoved, 'green needs a source that moves');
    } else if (freshness === 'fresh' && proof !== 'nothing') {
      must(source.mayBeFrozen, 'a fresh good status is good unless its source may be frozen');
      must(/source frozen since \d/.test(caveat), 'a frozen source is reported');
    }
    if (verdict.severity === 'assumed' && proof === 'ok')
      must(source.neverMoved, 'a proven status is assumed only if its source never moved');
    if (status.answer && (source.hasRested || source.mustBeFrozen))
      must(
        /unchanged since|frozen since|no readable time of its own/.test(clockNotes(status.answer).join()),
        'a source that rests is noted',
      );
    must(freshness === 'fresh' || /\w$/.test(caveat), 'what is not fresh has a caveat');
    const isSilent =
      ofStatus === 'lost' && (listTruth.last?.at ?? Number.NEGATIVE_INFINITY) < lostFrom(statusTruth);
    must(
      isDeploymentLost(status, () => [status, list], now()) === isSilent,
      'a deployment is lost if neither its status nor a list arrives',
    );
    // If the deployment is lost, its list is lost too, whatever its lifetime.
    const ofList = isSilent ? 'lost' : listFreshness;
    must(isGood(confirmedSeverity('ok', ofList)) === (ofList === 'fresh'), 'good rows need a fresh list');
    must(
      confirmedSeverity('critical', ofList) === (ofList === 'lost' ? 'unvouched' : 'critical'),
      'critical rows stay critical until the list is lost',
    );
    const both = worstFreshness([freshness, listFreshness]);
    const isProven = ofStatus === 'fresh' && sightOf(listTruth, counted()) === 'fresh';
    must(isGood(confirmedSeverity('ok', both)) === isProven, 'a panel with both sources needs both');
    if (wrong.length > 0) expect(wrong).toEqual([]);
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
    // These times stand still, move or are unreadable, so none of them alone proves anything.
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
/** Milliseconds of a jump of the wall clock, more than its rounding. */
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
  fc.record({
    kind: fc.constant('readings' as const),
    count: fc.integer({ min: 1, max: 40 }),
    every: fc.constantFrom(2_000, 10_000, 15_000, 60_000, 300_000),
    by: fc.constantFrom(0, 0, 10, 60, -30, null),
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

test('for any sequence of responses, failures and pauses, green needs a fresh valid response, and every other state is reported in time', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const run = createRun();
      for (const each of events) run.happen(each);
    }),
    { numRuns: 1_000 },
  );
});

test('the model is reachable: a fresh response gives green, and so does the next one after sleep', () => {
  const run = createRun();
  const good = { kind: 'body', ageSeconds: 0 } as const;
  const parts = (status: string) => JSON.stringify({ ...healthy, status });
  expect(run.happen({ ...good, body: '{"status":"operational","components":[]}' }).severity).toBe('assumed');
  expect(run.happen({ ...good, body: parts('operational') }).severity).toBe('ok');
  expect(run.happen({ kind: 'step', time: -3_600_000 }).severity).toBe('ok');
  expect(run.happen({ kind: 'sleep', time: 3_600_000 }).severity).toBe('unvouched');
  expect(run.happen({ ...good, body: parts('up') }).severity).toBe('assumed');
  expect(run.happen({ ...good, body: '<h1>operational</h1>' }).severity).toBe('assumed');
  expect(run.happen({ kind: 'fail', failure: 'unreachable', status: 500 }).severity).toBe('unvouched');

  const readings = { kind: 'readings', count: 31, every: 10_000 } as const;
  expect(run.happen({ ...readings, by: null }).severity).toBe('assumed');
  expect(run.happen({ ...readings, by: 10 }).severity).toBe('ok');
  expect(run.happen({ ...readings, by: 0 }).severity).toBe('unvouched');
  expect(run.happen({ ...readings, by: 10 }).severity).toBe('ok');
  expect(run.happen({ ...readings, count: 1, by: -30 }).severity).toBe('unvouched');
});
