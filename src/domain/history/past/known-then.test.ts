import { expect, test } from 'vitest';
import { datedByPoll, noHeaders } from '#domain/answer/answer.ts';
import { answerAt, failureAt } from '#testing/feeds.ts';
import { formatPast, knownThenInWords, leastKnown } from './known-then.ts';

const moment = Date.parse('2026-11-27T03:00:00Z');

function feedOf(observed: string | null, seen: string | null) {
  const headers = { ...noHeaders, asOf: '2026-11-27T03:00:00.000Z', observed, seen };
  return {
    answer: datedByPoll(answerAt(Date.parse('2026-11-28T09:00:00Z'), null, { headers })),
    failure: null,
  };
}

test.each([
  ['complete', '2026-11-27T02:59:58.120Z', 'Polled 02:59:58.'],
  ['partial', '2026-11-27T02:59:58.120Z', 'Polled 02:59:58. Not everything is known of that time.'],
  ['none', '2026-11-27T02:41:07.000Z', 'Not observed at that time. Last known at 02:41:07.'],
  ['none', '2026-11-26T23:41:07.000Z', 'Not observed at that time. Last known at 26\u00a0Nov, 23:41:07.'],
  // Without the headers nothing counts as observed.
  [null, '2026-11-27T02:41:07.000Z', 'Not observed at that time. Last known at 02:41:07.'],
  ['all of it', null, 'Not observed at that time. Last known at 03:00:00.'],
])('observed %s, polled %s: %s', (observed, seen, words) => {
  expect(knownThenInWords(feedOf(observed, seen), moment)).toBe(words);
});

test('before a response and after a failure the words say so', () => {
  expect(knownThenInWords({ answer: null, failure: null }, moment)).toBe('Reading the history.');
  expect(knownThenInWords({ answer: null, failure: failureAt(0) }, moment)).toBe(
    'Could not be read: no connection.',
  );
});

test('a moment has its year only if it is another one', () => {
  expect(formatPast(moment, moment)).toBe('27\u00a0Nov, 03:00:00');
  expect(formatPast(moment, Date.parse('2027-01-01T00:00:00Z'))).toBe('27\u00a0Nov\u00a02026, 03:00:00');
});

test('of several feeds the least known one counts, then the oldest', () => {
  const silent = { answer: null, failure: failureAt(0) };
  const none = feedOf('none', '2026-11-27T02:59:59.000Z');
  const partial = feedOf('partial', '2026-11-27T02:59:50.000Z');
  const [older, newer] = ['50', '59'].map((second) => feedOf('complete', `2026-11-27T02:59:${second}.000Z`));
  if (!older || !newer) throw new Error('There are two.');
  expect(leastKnown([newer, older])).toBe(older);
  expect(leastKnown([older, partial])).toBe(partial);
  expect(leastKnown([partial, none, older])).toBe(none);
  expect(leastKnown([none, silent])).toBe(silent);
  expect(leastKnown([])).toBeUndefined();
});
