import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SpanEntry } from '#contract/history.ts';
import { type MarkOfStrip, momentOfMark, partsOfMark, worstOfMark } from './span-of-mark.ts';

const hour = 3_600_000;
const stamp = (time: number) => new Date(time).toISOString();

function span(from: number, to: number | null, severity: SpanEntry['severity'], key = 'API'): SpanEntry {
  return {
    kind: key === 'edge' ? 'deployment' : 'component',
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

const mark: MarkOfStrip = { kind: 'component', key: 'API', occurrence: 1, from: 10 * hour, to: 11 * hour };

test('the worst span of the subject is that of the mark, with its own start and end', () => {
  const outage = span(10.4 * hour, 12 * hour, 'critical');
  const spans = [span(0, 10.4 * hour, 'ok'), outage, span(10.5 * hour, null, 'critical', 'Storage')];
  expect(worstOfMark(spans, mark)).toEqual({ spans: [outage], from: 10.4 * hour, to: 12 * hour });
  expect(worstOfMark([], mark)).toBeNull();
});

test('the mark of a deployment has all parts that were not good, from the first start to the last end', () => {
  const ofDeployment: MarkOfStrip = { ...mark, kind: 'deployment', key: 'edge' };
  const [first, last] = [
    span(9 * hour, 10.5 * hour, 'degraded'),
    span(10.2 * hour, null, 'partial', 'Storage'),
  ];
  const own = span(0, null, 'ok', 'edge');
  expect(partsOfMark([own, last, first], ofDeployment)).toEqual({
    spans: [first, last],
    from: 9 * hour,
    to: null,
  });
  expect(partsOfMark([own], ofDeployment)?.spans).toEqual([own]);
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
