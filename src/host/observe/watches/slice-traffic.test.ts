import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Transport } from '#client/exchange.ts';
import type { Slice } from '#domain/lists/planner/knowledge.ts';
import { budgetHeader } from '#host/gateway/deployment.ts';
import { answerAt, failureAt } from '#testing/feeds.ts';
import { Postponed, postponing, spreadOver } from './slice-traffic.ts';

const answered: Slice<null> = { limit: null, feed: { answer: answerAt(0, null as never), failure: null } };
const never = Number.NEGATIVE_INFINITY;

test('each slice is requested once in an interval, at its own place in it, and never before it is due', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 10_000, max: 86_400_000 }),
      fc.integer({ min: 1, max: 1_000 }),
      fc.integer({ min: 0, max: 1e12 }),
      (interval, count, due) => {
        const pace = spreadOver(interval);
        const times = Array.from({ length: count }, (_, index) => pace(due, answered, index / count));
        expect(times.every((time) => time >= due && time < due + interval + 1)).toBe(true);
        const sorted = times.toSorted((a, b) => a - b);
        const gaps = sorted.slice(1).map((time, index) => time - (sorted[index] ?? 0));
        expect(Math.max(0, ...gaps)).toBeLessThan(interval / count + 1);
        if (count > 1) expect(Math.min(...gaps)).toBeGreaterThan(interval / count - 1);
      },
    ),
  );
});

test('the first request and a retry do not wait for a place', () => {
  const failed: Slice<null> = { ...answered, feed: { ...answered.feed, failure: failureAt(0) } };
  const pace = spreadOver(900_000);
  expect([pace(1_000, failed, 0.5), pace(never, undefined, 0.5)]).toEqual([1_000, never]);
});

test('a refusal by the budget is no failure, and states when to go on', async () => {
  const traffic = { notBefore: never };
  const answering =
    (headers: Record<string, string>): Transport =>
    async () => ({ response: new Response('', { status: 503, headers }) });
  const send = async (transport: Transport) => {
    const { response } = await transport('', {} as never);
    throw new Error(`HTTP ${response.status}`);
  };
  const refused = answering({ [budgetHeader]: 'used-up', 'retry-after': '7' });
  await expect(postponing(refused, traffic, () => 1_000, send)).rejects.toThrow(Postponed);
  expect(traffic.notBefore).toBe(8_000);
  const failing = answering({ 'retry-after': '60' });
  await expect(postponing(failing, traffic, () => 1_000, send)).rejects.toThrow('HTTP 503');
  expect(traffic.notBefore).toBe(8_000);
});
