import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StatusDocument } from '#contract/resources.ts';
import { type Answer, noHeaders } from '../answer/answer.ts';
import { freshLifetime } from '../answer/poll.ts';
import { weakestClaim } from '../lists/claim.ts';
import { claimOf } from '../lists/planner/page.ts';
import { isGood, severityRank } from '../severity/severity.ts';
import { documentVerdict } from './verdict.ts';

const word = fc.option(
  fc.constantFrom(
    'operational',
    'Operational',
    'ok',
    'wobbly',
    'degraded',
    'major_outage',
    'maintenance',
    '',
    'not_operational',
  ),
);
const name = fc.option(fc.constantFrom('API', 'Cache', '', '__proto__'));
const document: fc.Arbitrary<StatusDocument> = fc.record({
  status: word,
  version: fc.constant('v1'),
  region: fc.constant('Graz'),
  updated_at: fc.constant('2024-05-06T07:08:09Z'),
  components: fc.array(fc.record({ name, status: word }), { maxLength: 6 }),
});
const freshness = fc.constantFrom('fresh', 'late', 'lost');

function answerOf(value: StatusDocument): Answer<StatusDocument> {
  return {
    path: '/api/v1/status',
    value,
    findings: [],
    unlisted: [],
    receivedAt: 0,
    servedAt: null,
    skew: 0,
    ageSeconds: 0,
    lifetime: freshLifetime(10_000, 'polled'),
    uncacheableRun: 0,
    spread: 0,
    headers: noHeaders,
    latencyMilliseconds: 1,
    bytes: 1,
  };
}

test('"ok" needs a fresh response with components in which every status is exactly "operational"', () => {
  fc.assert(
    fc.property(document, freshness, (value, age) => {
      const { severity } = documentVerdict({ answer: answerOf(value), failure: null }, age, {});
      const words = [value.status, ...value.components.map((component) => component.status)];
      const proven = age === 'fresh' && value.components.length > 0;
      expect(severity === 'ok').toBe(proven && words.every((each) => each === 'operational'));
    }),
    { numRuns: 500 },
  );
});

test('nothing is good without a fresh response', () => {
  fc.assert(
    fc.property(document, freshness, (value, age) => {
      const verdict = documentVerdict({ answer: answerOf(value), failure: null }, age, {});
      if (age !== 'fresh') expect(isGood(verdict.severity)).toBe(false);
      expect(isGood(documentVerdict({ answer: null, failure: null }, age, {}).severity)).toBe(false);
    }),
  );
});

test('while fresh, the headline is at least as bad as every part, and every part is counted', () => {
  fc.assert(
    fc.property(document, (value) => {
      const verdict = documentVerdict({ answer: answerOf(value), failure: null }, 'fresh', {});
      for (const { state } of verdict.components)
        expect(severityRank[verdict.severity]).toBeGreaterThanOrEqual(severityRank[state.severity]);
      expect(verdict.components).toHaveLength(value.components.length);
      expect([...verdict.counts.values()].reduce((sum, count) => sum + count, 0)).toBe(value.components.length);
      expect(new Set(verdict.components.map(({ id }) => id)).size).toBe(value.components.length);
    }),
  );
});

test('a figure is exact only if all its lists are, and one contradiction makes it "at least"', () => {
  const pagination = fc.record({
    limit: fc.option(fc.nat(10)),
    count: fc.option(fc.nat(3)),
    hasMore: fc.option(fc.boolean()),
  });
  const list = fc.record({ count: fc.nat(3), pagination, repeated: fc.constant(0) });
  fc.assert(
    fc.property(fc.array(list), (lists) => {
      const claims = lists.map(claimOf);
      const isExact = lists.every(
        ({ pagination: { hasMore, count, limit }, count: rows }) =>
          hasMore === false && (count === null || count === rows) && (limit === null || rows <= limit),
      );
      expect(weakestClaim(claims).kind).toBe(isExact ? 'exact' : 'at-least');
    }),
  );
});
