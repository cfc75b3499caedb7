import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EndpointPath } from '#contract/endpoints.ts';
import { failureKinds } from '#contract/failure.ts';
import { type Answer, type Failure, type Feed, noHeaders } from './answer.ts';
import { freshnessOf, validUntil, worstFreshness } from './freshness.ts';
import { nextRequestAt } from './next-request.ts';
import { freshLifetime, grace } from './poll.ts';

const path = fc.constantFrom<EndpointPath>('/api/v1/status', '/api/v2/buckets', '/api/v1/regions');
const start = 1_700_000_000_000;
const hour = 3_600_000;

function answerOf(endpoint: EndpointPath, lifetimeMilliseconds: number, spread: number): Answer<unknown> {
  return {
    path: endpoint,
    value: null,
    findings: [],
    unlisted: [],
    receivedAt: start,
    servedAt: null,
    skew: 0,
    ageSeconds: 0,
    lifetime: freshLifetime(lifetimeMilliseconds, 'max-age'),
    uncacheableRun: 0,
    spread,
    headers: noHeaders,
    latencyMilliseconds: 1,
    bytes: 1,
  };
}

const spread = fc.double({ min: 0, max: 1, noNaN: true });
const answer = fc
  .tuple(path, fc.integer({ min: 2_000, max: hour }), spread)
  .map(([endpoint, lifetime, drawn]) => answerOf(endpoint, lifetime, drawn));

function failureAfter(endpoint: EndpointPath): fc.Arbitrary<Failure> {
  return fc.record({
    path: fc.constant(endpoint),
    kind: fc.constantFrom(...failureKinds),
    status: fc.constantFrom(null, 404, 405, 410, 501, 500, 503, 429),
    summary: fc.constant('it failed'),
    detail: fc.constant(null),
    at: fc.integer({ min: start, max: start + 2 * hour }),
    retryAt: fc.constant(null),
    run: fc.integer({ min: 1, max: 20 }),
    since: fc.constant(start),
    spread,
  });
}

const feed: fc.Arbitrary<Feed<unknown>> = fc
  .tuple(path, fc.option(answer), fc.boolean())
  .chain(([endpoint, known, failed]) =>
    (failed ? failureAfter(known?.path ?? endpoint) : fc.constant(null)).map((failure) => ({
      answer: known,
      failure,
    })),
  );
const moment = fc.integer({ min: start - hour, max: start + 12 * hour });

describe('green expires', () => {
  test('nothing is fresh without a response younger than its lifetime plus the grace', () => {
    fc.assert(
      fc.property(feed, moment, (known, now) => {
        if (freshnessOf(known, now) !== 'fresh') return;
        expect(known.answer).not.toBeNull();
        const lifetime = known.answer?.lifetime.milliseconds ?? 0;
        expect(now - start).toBeLessThan(lifetime + grace);
      }),
    );
  });

  test('without a new response, freshness only gets worse', () => {
    const order = ['waiting', 'fresh', 'late', 'lost'];
    fc.assert(
      fc.property(feed, moment, fc.nat(hour), (known, now, later) => {
        const before = order.indexOf(freshnessOf(known, now));
        expect(order.indexOf(freshnessOf(known, now + later))).toBeGreaterThanOrEqual(before);
      }),
    );
  });

  test('a response confirms a state until an exact millisecond, and never again', () => {
    fc.assert(
      fc.property(answer, fc.nat(hour), (known, later) => {
        const undisturbed = { answer: known, failure: null };
        const until = validUntil(known);
        expect(freshnessOf(undisturbed, until - 1)).toBe('fresh');
        expect(freshnessOf(undisturbed, until + later)).not.toBe('fresh');
      }),
    );
  });

  test('a panel is as fresh as its worst response', () => {
    const order = ['fresh', 'waiting', 'late', 'lost'] as const;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...order), { minLength: 1 }), (all) => {
        expect(worstFreshness(all)).toBe(order.findLast((each) => all.includes(each)));
      }),
    );
  });
});

describe('request times', () => {
  const policy = fc.record({
    pollMilliseconds: fc.integer({ min: 2_000, max: 300_000 }),
    hidden: fc.boolean(),
  });

  test('no request within the lifetime, then one, at most 5 % later', () => {
    fc.assert(
      fc.property(answer, policy, (known, asking) => {
        const due = nextRequestAt({ answer: known, failure: null }, { ...asking, hidden: false }) - start;
        expect(due).toBeGreaterThanOrEqual(known.lifetime.milliseconds);
        // Epoch milliseconds with fractions are rounded by less than one.
        expect(due).toBeLessThanOrEqual(known.lifetime.milliseconds * 1.05 + 1);
      }),
    );
  });

  test('a refresh has 5 s to arrive before the previous response counts as late', () => {
    fc.assert(
      fc.property(answer, policy, (known, asking) => {
        const undisturbed = { answer: known, failure: null };
        const due = nextRequestAt(undisturbed, { ...asking, hidden: false });
        expect(freshnessOf(undisturbed, due + 4_999)).toBe('fresh');
      }),
    );
  });

  test('a failure is retried after at least 1 s, and at most 5 % after the longest interval', () => {
    fc.assert(
      fc.property(feed, policy, (known, asking) => {
        const { failure } = known;
        if (!failure) return;
        const wait = nextRequestAt(known, { ...asking, hidden: false }) - failure.at;
        expect(wait).toBeGreaterThanOrEqual(1_000);
        expect(wait).toBeLessThanOrEqual(300_000 * 1.05);
      }),
    );
  });

  test('Retry-After is respected, and never shortens an interval', () => {
    fc.assert(
      fc.property(path.chain(failureAfter), policy, fc.nat(300_000), (failure, asking, wait) => {
        const next = (retryAt: number | null) =>
          nextRequestAt({ answer: null, failure: { ...failure, retryAt } }, { ...asking, hidden: false });
        expect(next(failure.at + wait)).toBe(Math.max(failure.at + wait, next(null)));
      }),
    );
  });

  test('a hidden tab requests status only, at most once a minute and never more often than a visible one', () => {
    fc.assert(
      fc.property(feed, policy, (known, asking) => {
        const last = known.failure ?? known.answer;
        const hidden = nextRequestAt(known, { ...asking, hidden: true });
        if (!last) expect(hidden).toBe(Number.NEGATIVE_INFINITY);
        else if (last.path !== '/api/v1/status') expect(hidden).toBe(Number.POSITIVE_INFINITY);
        else {
          const contact = known.failure?.at ?? start;
          expect(hidden - contact).toBeGreaterThanOrEqual(60_000);
          expect(hidden).toBeGreaterThanOrEqual(nextRequestAt(known, { ...asking, hidden: false }));
        }
      }),
    );
  });
});
