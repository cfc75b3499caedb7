import { expect, test } from 'vitest';
import type { SpanEntry } from '#contract/history.ts';
import { classify } from '#domain/severity/classify.ts';
import { leftOutOf } from '../coverage/left-out.ts';
import { stateSince, stripFromSpans } from '../timeline.ts';
import { worstSpans } from './worst-spans.ts';

const begin = Date.parse('2026-11-27T03:00:00.000Z');
const time = (minutes: number) => new Date(begin + minutes * 60_000).toISOString();

function span(occurrence: number, word: string | null, from: number, to: number | null): SpanEntry {
  const { severity } = classify(word);
  return {
    kind: 'region',
    key: 'osl1',
    occurrence,
    word,
    severity:
      word === null ? 'vanished' : severity === 'vanished' || severity === 'unvouched' ? 'unknown' : severity,
    endpoint: '/api/v2/regions',
    from: time(from),
    notBefore: from === 0 ? null : time(from - 1),
    to: to === null ? null : time(to),
  };
}

const shown = (spans: readonly SpanEntry[]) =>
  worstSpans(spans).map(({ word, from, notBefore, to, occurrence }) => {
    const minutes = (text: string | null) => (text === null ? null : (Date.parse(text) - begin) / 60_000);
    return [occurrence, word, minutes(notBefore), minutes(from), minutes(to)];
  });

test('a good and a bad row with one key are bad all the time', () => {
  const spans = [span(1, 'operational', 0, null), span(2, 'degraded', 0, null)];
  expect(shown(spans)).toEqual([[1, 'degraded', null, 0, null]]);
  expect(stateSince(worstSpans(spans))?.word).toBe('degraded');
  const coverage = {
    knownUntil: time(60),
    data: [
      {
        endpoint: '/api/v2/regions' as const,
        from: time(0),
        to: time(60),
        outcome: 'seen' as const,
        cause: null,
        detail: null,
        looks: 61,
        longestSeconds: 60,
        complete: true,
      },
    ],
  };
  const strip = stripFromSpans(worstSpans(spans), coverage, { from: begin, to: begin + 3_600_000 });
  expect(strip?.entry).toMatchObject({ good: 0, bad: 3_600_000 });
});

test('each change of the worst has its own time and change window', () => {
  expect(
    shown([
      span(1, 'operational', 0, 30),
      span(1, 'down', 30, 40),
      span(1, 'operational', 40, null),
      span(2, 'operational', 10, 20),
      span(2, 'degraded', 20, 50),
      span(2, null, 50, null),
    ]),
  ).toEqual([
    [1, 'operational', null, 0, 20],
    [1, 'degraded', 19, 20, 30],
    [1, 'down', 29, 30, 40],
    [1, 'degraded', 39, 40, 50],
    [1, 'operational', 49, 50, null],
  ]);
});

test('time in which one of the rows was left out is not observed', () => {
  const leftOut = (from: number, to: number) => ({ leftOut: [{ from: time(from), to: time(to) }] });
  const spans = [
    { ...span(1, 'operational', 0, 30), ...leftOut(5, 10) },
    { ...span(1, null, 30, null), ...leftOut(35, 40) },
    { ...span(2, 'operational', 0, null), ...leftOut(45, 50) },
  ];
  expect(worstSpans(spans).flatMap(leftOutOf)).toEqual(
    [
      [5, 10],
      [45, 50],
    ].map(([from = 0, to = 0]) => ({ from: begin + from * 60_000, to: begin + to * 60_000 })),
  );
});

test('spans of one row stay as they are', () => {
  const spans = [span(1, 'operational', 0, 30), span(1, null, 30, null)];
  expect(worstSpans(spans)).toBe(spans);
  expect(worstSpans([])).toEqual([]);
});
