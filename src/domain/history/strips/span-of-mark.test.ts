import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SpanEntry } from '#contract/history.ts';
import { severityRank } from '#domain/severity/severity.ts';
import {
  isExplained,
  type MarkOfStrip,
  momentOfMark,
  partsOfMark,
  windowOfState,
  worstOfMark,
} from './span-of-mark.ts';

const hour = 3_600_000;
const stamp = (time: number) => new Date(time).toISOString();

const day = 24 * hour;
const kinds: Readonly<Record<string, SpanEntry['kind']>> = { edge: 'deployment', fra1: 'region' };

function span(from: number, to: number | null, severity: SpanEntry['severity'], key = 'API'): SpanEntry {
  return {
    kind: kinds[key] ?? 'component',
    key,
    occurrence: 1,
    word: severity,
    severity,
    endpoint: '/api/v2/status',
    from: stamp(from),
    notBefore: null,
    to: to === null ? null : stamp(to),
  };
}

const mark: MarkOfStrip = {
  kind: 'component',
  key: 'API',
  occurrence: 1,
  severity: 'critical',
  from: 10 * hour,
  to: 11 * hour,
};
const whole: MarkOfStrip = { ...mark, kind: 'deployment', key: 'edge' };

test('the worst span of the subject is that of the mark, with its own start and end', () => {
  const outage = span(10.4 * hour, 12 * hour, 'critical');
  const spans = [span(0, 10.4 * hour, 'ok'), outage, span(10.5 * hour, null, 'critical', 'Storage')];
  expect(worstOfMark(spans, mark)).toEqual({
    spans: [outage],
    worst: outage,
    from: 10.4 * hour,
    to: 12 * hour,
  });
  expect(worstOfMark([], mark)).toBeNull();
});

test('the mark of a deployment has all parts that were not good, and the time of the worst', () => {
  const [first, last] = [
    span(9 * hour, 10.5 * hour, 'degraded'),
    span(10.2 * hour, null, 'critical', 'Storage'),
  ];
  const own = span(0, null, 'ok', 'edge');
  expect(partsOfMark([own, last, first], whole)).toEqual({
    spans: [first, last],
    worst: last,
    from: 10.2 * hour,
    to: null,
  });
  const good = { ...whole, severity: 'ok' } as const;
  expect(partsOfMark([own], good)?.spans).toEqual([own]);
});

test('maintenance is no part of an outage, and leads the mark that has nothing worse', () => {
  const [own, outage] = [span(0, null, 'ok', 'edge'), span(10.2 * hour, null, 'critical', 'Storage')];
  const maintenance = span(hour, null, 'notice', 'fra1');
  expect(partsOfMark([own, maintenance, outage], whole)?.spans).toEqual([outage]);
  expect(partsOfMark([own, maintenance], { ...whole, severity: 'notice' })?.spans).toEqual([maintenance]);
  expect(partsOfMark([own, maintenance], { ...whole, severity: 'ok' })?.spans).toEqual([own]);
});

test('what is no longer listed is a part for a day, and a region never', () => {
  const own = span(0, null, 'ok', 'edge');
  const late = { ...whole, severity: 'vanished', from: 30 * day, to: 30 * day + hour } as const;
  const gone = span(29.5 * day, null, 'vanished');
  const other = [span(0, null, 'vanished', 'Storage'), span(29.5 * day, null, 'vanished', 'fra1')];
  expect(partsOfMark([own, ...other, gone], late)?.spans).toEqual([gone]);
});

test('a worse state that a gap carries on does not take the place of the state of the mark', () => {
  const [carried, seen] = [span(0, null, 'critical', 'fra1'), span(10.2 * hour, null, 'degraded')];
  expect(partsOfMark([carried, seen], { ...whole, severity: 'degraded' })?.worst).toEqual(seen);
});

test('a red mark whose cause is not recorded in its spans is not explained by a better state', () => {
  const [own, partial] = [span(0, null, 'ok', 'edge'), span(9 * hour, null, 'partial')];
  for (const spans of [[own], [own, partial]]) {
    const found = partsOfMark(spans, whole);
    expect(found && isExplained(found, whole)).toBe(false);
  }
  expect(isExplained({ worst: span(0, null, 'critical') }, whole)).toBe(true);
  expect(isExplained({ worst: own }, { ...whole, severity: 'unvouched' })).toBe(true);
});

test('a mark of a deployment is explained exactly if a part is as bad', () => {
  const severities = ['ok', 'notice', 'degraded', 'partial', 'critical', 'unknown'] as const;
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...severities), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...severities),
      (parts, severity) => {
        const spans = parts.map((each, index) => span(index * hour, null, each, `c${index}`));
        const own = span(0, null, 'ok', 'edge');
        const ofMark = { ...whole, severity };
        const found = partsOfMark([own, ...spans], ofMark);
        const isThere = severity === 'ok' || parts.some((each) => severityRank[each] >= severityRank[severity]);
        expect(found && isExplained(found, ofMark)).toBe(isThere);
      },
    ),
  );
});

test('the changes of a state that goes on end at a whole minute, which no later render moves', () => {
  const opened = 100 * day + 61_000;
  const open = { from: 99 * day, to: null };
  expect(windowOfState(open, null, opened)).toEqual({ from: 99 * day, to: 100 * day + 120_000 });
  expect(windowOfState(open, 99 * day + 5, opened)).toEqual({ from: 99 * day, to: 99 * day + 6 });
  expect(windowOfState({ from: 99 * day, to: 99.5 * day }, null, opened).to).toBe(99.5 * day);
});

test('a window of changes is neither empty nor longer than the host answers', () => {
  fc.assert(
    fc.property(fc.nat(2_000), fc.option(fc.nat(2_000)), fc.option(fc.nat(2_000)), (from, to, moment) => {
      const state = { from: from * day, to: to === null ? null : to * day };
      const window = windowOfState(state, moment === null ? null : moment * day, 2_000 * day + 1);
      expect(window.to).toBeGreaterThan(window.from);
      expect(window.to - window.from).toBeLessThanOrEqual(400 * day);
      expect(window.from).toBeGreaterThanOrEqual(state.from);
    }),
  );
});

test('the page as it was shows the state, however the span and the mark overlap', () => {
  fc.assert(
    fc.property(
      fc.nat(100),
      fc.integer({ min: 1, max: 100 }),
      fc.nat(100),
      fc.integer({ min: 1, max: 100 }),
      (from, length, at, width) => {
        const [to, end] = [from + length, at + width];
        fc.pre(from < end && to > at);
        const moment = momentOfMark({ from }, { from: at, to: end });
        expect(moment).toBeGreaterThanOrEqual(from);
        expect(moment).toBeLessThan(to);
        expect(moment).toBeGreaterThanOrEqual(at);
        expect(moment).toBeLessThan(end);
      },
    ),
  );
});
