import { describe, expect, test } from 'vitest';
import type { EndpointPath } from '#contract/endpoints.ts';
import { afterFailing, answerAt, failureAt, listAnswerAt, listPath, statusPath } from '#testing/feeds.ts';
import { type Feed, silentFeed } from './answer.ts';
import { freshnessOf } from './freshness.ts';

import { feedAfter, nextRequestAt, type RequestPolicy } from './next-request.ts';
import { polledLifetime } from './poll.ts';

/** Start of the test's clock, milliseconds. */
const start = 1_000_000_000;
const second = 1_000;
const minute = 60 * second;
const shown: RequestPolicy = { pollMilliseconds: 10 * second, hidden: false };
const hidden: RequestPolicy = { ...shown, hidden: true };

const list = { answer: listAnswerAt(start, minute), failure: null };
const status = { answer: answerAt(start, null), failure: null };
const absent = { kind: 'http', status: 404 } as const;

describe('the next request', () => {
  test.each([
    ['nothing is known', silentFeed, Number.NEGATIVE_INFINITY],
    ['a list, once its lifetime is over', list, start + minute],
    ['a list, up to 5 % later', { answer: { ...list.answer, spread: 1 }, failure: null }, start + 63 * second],
    [
      'a list of an hour, at most 5 s later',
      { answer: listAnswerAt(start, 60 * minute, { spread: 1 }), failure: null },
      start + 60 * minute + 5 * second,
    ],
    ['a status, every P', status, start + 10 * second],
  ] satisfies readonly (readonly [string, Feed<unknown>, number])[])('%s', (_case, feed, expected) => {
    expect(nextRequestAt(feed, shown)).toBe(expected);
  });

  describe('a status that was polled for another viewer', () => {
    const kept = (ageSeconds: number, uncacheableRun: number) =>
      nextRequestAt({ answer: answerAt(start, null, { ageSeconds, uncacheableRun }), failure: null }, shown) -
      start;

    test('is requested again when the poll of the next period is available', () => {
      expect(kept(9, 1)).toBe(1 * second);
      expect(kept(4, 0)).toBe(10 * second);
    });

    test('is requested once a period if that brings nothing newer', () => {
      expect(kept(60, 1)).toBe(10 * second);
      const waits = Array.from({ length: 1_000 }, (_, before) => kept(9, before + 1));
      expect(waits.filter((wait) => wait < 10 * second)).toHaveLength(10);
    });
  });

  test.each([
    ['a list', list, [1, 2, 4, 30, 30, 30]],
    ['a status', status, [1, 2, 4, 10, 10, 10]],
  ] as const)('%s that fails is retried after these seconds', (_case, known, seconds) => {
    let feed: Feed<unknown> = known;
    const path = known.answer.path;
    for (const wait of seconds) {
      feed = afterFailing(feed, start, { path });
      expect(nextRequestAt(feed, shown)).toBe(start + wait * second);
    }
  });

  test('a retry is delayed by up to 5 %', () => {
    expect(nextRequestAt({ answer: null, failure: failureAt(start, { spread: 1 }) }, shown)).toBe(
      start + 1_050,
    );
  });

  test('a failure that only a log-in ends is retried every minute, from the first time on', () => {
    for (const reason of ['session-ended', 'proxy-log-in'] as const)
      for (const feed of [status, list]) {
        const ended = { kind: 'refused', reason, status: 401 } as const;
        expect(nextRequestAt(afterFailing(feed, start + minute, ended), shown)).toBe(start + 2 * minute);
      }
  });

  test('an endpoint that is not offered is rechecked every 5 min', () => {
    let feed: Feed<unknown> = silentFeed;
    for (const run of [1, 2, 3, 4, 5]) {
      feed = afterFailing(feed, start, { ...absent, path: listPath, run });
      expect(nextRequestAt(feed, shown)).toBe(start + 5 * minute);
    }
  });

  test('an endpoint that responded before and now returns 404 is retried like any failure, in case of a restart', () => {
    expect(nextRequestAt(afterFailing(status, start, absent), shown)).toBe(start + second);
  });

  test.each([
    [1, 90 * second, 90 * second],
    [4, 5 * minute, 5 * minute],
    [2, 2 * second, 2 * second],
    [2, 0, 2 * second],
    [4, 1 * second, 30 * second],
  ])(
    'after failure %i in a row, with Retry-After of %i ms, retried after %i ms: never sooner than without',
    (run, wait, expected) => {
      const feed = {
        answer: list.answer,
        failure: failureAt(start, { run, retryAt: start + wait, path: listPath }),
      };
      expect(nextRequestAt(feed, shown)).toBe(start + expected);
    },
  );

  test('a permanent Retry-After of one second causes no more requests than none', () => {
    const inMinutes = (known: Feed<unknown>, path: EndpointPath) => {
      let feed = known;
      const asked: number[] = [];
      for (let at = start; at < start + 3 * minute; at = nextRequestAt(feed, shown)) {
        asked.push(Math.floor((at - start) / minute));
        feed = afterFailing(feed, at, { path, retryAt: at + second });
      }
      return [0, 1, 2].map((each) => asked.filter((at) => at === each).length);
    };
    expect(inMinutes(list, listPath)).toEqual([5, 2, 2]);
    expect(inMinutes(status, statusPath)).toEqual([9, 6, 6]);
  });
});

describe('a hidden tab', () => {
  test.each([
    ['requests no list', list, Number.POSITIVE_INFINITY],
    ['requests no failing list', afterFailing(list, start, { path: listPath }), Number.POSITIVE_INFINITY],
    ['requests status every minute', status, start + minute],
    ['requests a failing status every minute', afterFailing(status, start), start + minute],
    ['respects Retry-After', afterFailing(status, start, { retryAt: start + 2 * minute }), start + 2 * minute],
    ['requests an endpoint for the first time', silentFeed, Number.NEGATIVE_INFINITY],
  ] satisfies readonly (readonly [string, Feed<unknown>, number])[])('%s', (_case, feed, expected) => {
    expect(nextRequestAt(feed, hidden)).toBe(expected);
  });

  test('requests status every P if P is longer than a minute', () => {
    const slow = { pollMilliseconds: 5 * minute, hidden: true };
    const feed = {
      answer: answerAt(start, null, { lifetime: { ...status.answer.lifetime, milliseconds: 5 * minute } }),
      failure: null,
    };
    expect(nextRequestAt(feed, slow)).toBe(start + 5 * minute);
  });

  test('requests status every P while alerts are on, and still no lists', () => {
    const alerting = { ...hidden, alerting: true };
    const due = nextRequestAt(status, alerting);
    expect(due).toBeGreaterThanOrEqual(start + 10 * second);
    expect(due).toBeLessThanOrEqual(start + 10.5 * second);
    expect(nextRequestAt(list, alerting)).toBe(Number.POSITIVE_INFINITY);
  });

  test('sends all overdue requests as soon as it is shown', () => {
    expect(nextRequestAt(list, shown)).toBeLessThan(start + 10 * minute);
  });
});

describe('a deployment with its own poll period', () => {
  const own = 30 * second;
  const answered = { answer: answerAt(start, null, { lifetime: polledLifetime(own) }), failure: null };
  const failing = { answer: null, failure: failureAt(start, { run: 4, pollMilliseconds: own }) };

  test.each([
    ['answers', answered],
    ['fails', failing],
  ] satisfies readonly (readonly [string, Feed<unknown>])[])(
    'is requested at that period while it %s',
    (_case, feed) => {
      expect(nextRequestAt(feed, shown)).toBe(start + own);
      expect(nextRequestAt(feed, { ...hidden, alerting: true })).toBe(start + own);
    },
  );
});

describe('a recheck of an endpoint that is not offered', () => {
  const lacking = { answer: null, failure: failureAt(start, absent) };
  const later = start + 5 * minute;

  test.each([
    ['without a connection', failureAt(later), lacking.failure],
    ['without an answer in time', failureAt(later, { kind: 'timeout' }), lacking.failure],
    ['with HTTP 500', failureAt(later, { kind: 'http', status: 500 }), lacking.failure],
  ])('%s changes nothing, and is soon repeated', (_case, failure, kept) => {
    const feed = feedAfter(lacking, failure);
    expect(feed).toEqual({ answer: null, failure: { ...kept, retryAt: later + 30 * second } });
    expect(freshnessOf(feed, later)).toBe('waiting');
    expect(nextRequestAt(feed, shown)).toBe(later + 30 * second);
  });

  test.each([
    ['is a repeated 404', failureAt(later, absent)],
    ['is refused', failureAt(later, { kind: 'refused', status: 401 })],
  ])('that %s is news', (_case, failure) => {
    expect(feedAfter(lacking, failure)).toEqual({ answer: null, failure });
  });

  test('never hides the failure of an endpoint that responded before or was unknown', () => {
    const failure = failureAt(later);
    expect(feedAfter(undefined, failure)).toEqual({ answer: null, failure });
    expect(feedAfter(status, failure)).toEqual({ answer: status.answer, failure });
    const gone = { ...status, failure: failureAt(start, absent) };
    expect(feedAfter(gone, failure)).toEqual({ answer: status.answer, failure });
  });
});
