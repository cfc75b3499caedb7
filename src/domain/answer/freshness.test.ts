import { describe, expect, test } from 'vitest';
import { afterFailing, answerAt, failureAt, listAnswerAt } from '#testing/feeds.ts';
import { datedByPoll, type Feed, feedWith, noHeaders, silentFeed } from './answer.ts';
import { confirmedAt, freshnessOf, freshnessOfAll, freshnessThen, validUntil, wasKnown } from './freshness.ts';
import { nextRequestAt, type RequestPolicy } from './next-request.ts';

/** Start of the test's clock, milliseconds. */
const start = 1_000_000_000;
const second = 1_000;
const minute = 60 * second;
const shown: RequestPolicy = { pollMilliseconds: 10 * second, hidden: false };

const list = { answer: listAnswerAt(start, minute), failure: null };
const status = { answer: answerAt(start, null), failure: null };
const absent = { kind: 'http', status: 404 } as const;

describe('freshness on screen', () => {
  test.each([
    ['a list just read', list, 0, 'fresh'],
    ['a list of 60 s, a moment before L + 10 s', list, 70 * second - 1, 'fresh'],
    ['a list of 60 s at L + 10 s', list, 70 * second, 'late'],
    ['a list of 60 s, a moment before 3 L + 10 s', list, 190 * second - 1, 'late'],
    ['a list of 60 s at 3 L + 10 s', list, 190 * second, 'lost'],
    ['a status at P + 10 s less a moment', status, 20 * second - 1, 'fresh'],
    ['a status at P + 10 s', status, 20 * second, 'late'],
    ['a status at 3 P + 10 s', status, 40 * second, 'lost'],
    ['a clock before the response, as after a correction', list, -minute, 'fresh'],
    ['no request yet', silentFeed, 0, 'waiting'],
    ['no response yet, one failure', { answer: null, failure: failureAt(start) }, 0, 'lost'],
    ['no response yet, not offered', { answer: null, failure: failureAt(start, absent) }, 0, 'waiting'],
    ['responded before, one 404', afterFailing(list, start, absent), 0, 'fresh'],
    [
      'responded before, repeated 404',
      afterFailing(afterFailing(list, start, absent), start, absent),
      0,
      'lost',
    ],
    ['one refresh failed', afterFailing(list, start + minute), 61 * second, 'fresh'],
    [
      'the second refresh in a row failed',
      afterFailing(afterFailing(list, start + minute), start + 61 * second),
      62 * second,
      'late',
    ],
  ] satisfies readonly (readonly [string, Feed<unknown>, number, string])[])(
    '%s: %s',
    (_case, feed, after, expected) => {
      expect(freshnessOf(feed, start + after)).toBe(expected);
    },
  );

  test('the last good list of a host is late at once, lost by its age, and retried like a failure', () => {
    const lastGood = (ageSeconds: number, retryAt: number | null = null) =>
      feedWith(listAnswerAt(start, minute, { ageSeconds, lastGood: { retryAt } }));
    expect(freshnessOf(lastGood(1), start)).toBe('late');
    expect(freshnessOf(lastGood(100), start + 90 * second - 1)).toBe('late');
    expect(freshnessOf(lastGood(100), start + 90 * second)).toBe('lost');
    expect(freshnessOf(lastGood(3600), start)).toBe('lost');
    expect(nextRequestAt(lastGood(1), shown)).toBe(start + 2 * second);
    expect(nextRequestAt(lastGood(1, start + minute), shown)).toBe(start + minute);
    const again = feedWith(lastGood(1).answer ?? listAnswerAt(start, minute), lastGood(1).failure);
    expect(again.failure).toMatchObject({ run: 3, since: start });
  });

  test('a status that was polled for another viewer has the age of that poll: silence shows within P + 10 s', () => {
    const kept = (ageSeconds: number) => ({ answer: answerAt(start, null, { ageSeconds }), failure: null });
    expect(freshnessOf(kept(9), start + 11 * second - 1)).toBe('fresh');
    expect(freshnessOf(kept(9), start + 11 * second)).toBe('late');
    expect(freshnessOf(kept(20), start)).toBe('late');
    expect(freshnessOf(kept(3600), start)).toBe('lost');
    expect(validUntil(kept(15).answer)).toBe(start + 5 * second);
  });

  test('a lifetime counts from the creation of a list, not from its receipt', () => {
    const kept = listAnswerAt(start, 60 * second, { ageSeconds: 40 });
    expect(freshnessOf({ answer: kept, failure: null }, start + 29 * second)).toBe('fresh');
    expect(freshnessOf({ answer: kept, failure: null }, start + 30 * second)).toBe('late');
    expect(freshnessOf({ answer: kept, failure: null }, start + 150 * second)).toBe('lost');
    expect(confirmedAt(kept)).toBe(start - 40 * second);
  });

  test.each([
    [69, 'fresh'],
    [70, 'late'],
    [189, 'late'],
    [190, 'lost'],
    [4000, 'lost'],
  ])('a list that arrives %d s old with L = 60 s is %s', (ageSeconds, freshness) => {
    const stored = listAnswerAt(start, 60 * second, { ageSeconds });
    expect(freshnessOf({ answer: stored, failure: null }, start)).toBe(freshness);
  });

  test('silence shows within L + 10 s, a refused connection within 3 s of the first refusal', () => {
    expect(validUntil(list.answer)).toBe(start + 70 * second);
    const first = afterFailing(status, start + 10 * second, { spread: 1 });
    const again = nextRequestAt(first, shown);
    expect(again - (start + 10 * second)).toBeLessThanOrEqual(3 * second);
    expect(freshnessOf(afterFailing(first, again), again)).toBe('late');
  });
});

describe('a response of the past', () => {
  function past(observed: string): Feed<null> {
    const headers = {
      ...noHeaders,
      asOf: '2026-11-27T03:00:00.000Z',
      seen: '2026-11-27T02:59:58.000Z',
      observed,
    };
    return {
      answer: datedByPoll(answerAt(start, null, { headers, ageSeconds: 9, skew: 7_000 })),
      failure: null,
    };
  }

  test('is as old as its poll', () => {
    expect(past('complete').answer).toMatchObject({
      receivedAt: Date.parse('2026-11-27T02:59:58Z'),
      ageSeconds: 0,
      skew: 0,
      latencyMilliseconds: null,
    });
  });

  test('is never fresh, late or lost, and never requested again', () => {
    for (const observed of ['complete', 'partial', 'none'])
      for (const later of [0, 60_000, 400 * 86_400_000]) {
        const feed = past(observed);
        expect(freshnessOf(feed, start + later)).toBe('past');
        expect(freshnessOfAll([feed, feed], start + later)).toBe('past');
        for (const hidden of [false, true])
          expect(nextRequestAt(feed, { ...shown, hidden })).toBe(Number.POSITIVE_INFINITY);
      }
  });

  test('was known only if it is complete', () => {
    expect(['complete', 'partial', 'none'].map(past).map(wasKnown)).toEqual([true, false, false]);
    expect(wasKnown({ answer: null, failure: failureAt(start) })).toBe(false);
  });

  test('was fresh at its moment, or late if nothing was observed', () => {
    const then = (observed: string) => freshnessThen(past(observed), 'past');
    expect([then('complete'), then('partial'), then('none')]).toEqual(['fresh', 'fresh', 'late']);
    expect(freshnessThen(past('none'), 'lost')).toBe('lost');
  });
});
