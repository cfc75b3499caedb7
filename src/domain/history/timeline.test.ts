import { describe, expect, it } from 'vitest';
import type { ChangeEntry, CoverageEntry, SeriesPoint, SpanEntry, SpanSeverity } from '#contract/history.ts';
import {
  badSpans,
  changedNodes,
  listedSince,
  movesOf,
  seenOf,
  stateSince,
  stepsOf,
  stripFromSpans,
  valuesOver,
} from './timeline.ts';

const minute = 60_000;
const begin = Date.parse('2026-03-12T00:00:00.000Z');
const window = { from: begin, to: begin + 90 * minute };
const at = (minutes: number) => begin + minutes * minute;
const time = (minutes: number) => new Date(at(minutes)).toISOString();

function span(word: string | null, severity: SpanSeverity, from: number, to: number | null): SpanEntry {
  const common = { kind: 'node', key: 'nod_a', occurrence: 1, endpoint: '/api/v2/nodes' } as const;
  const times = { from: time(from), notBefore: time(from - 1), to: to === null ? null : time(to) };
  return { ...common, word, severity, ...times };
}

function interval(from: number, to: number, outcome: 'seen' | 'blind'): CoverageEntry {
  const seen = { detail: null, looks: 2, longestSeconds: 60, complete: true };
  const cause = outcome === 'seen' ? null : 'unreachable';
  return { endpoint: '/api/v2/nodes', from: time(from), to: time(to), outcome, cause, ...seen };
}

function change(key: string, minutes: number, more: Partial<ChangeEntry> = {}): ChangeEntry {
  const common = {
    kind: 'node',
    type: 'state',
    occurrence: 1,
    before: null,
    after: null,
    blind: false,
  } as const;
  return { ...common, id: `${minutes} ${key}`, key, at: time(minutes), notBefore: time(minutes - 1), ...more };
}

const moved = (key: string, minutes: number, before: string | null, after: string | null) =>
  change(key, minutes, { type: 'moved', before, after });

describe('the strip of one node', () => {
  const spans = [span('ok', 'ok', -10, 30), span('down', 'critical', 30, 40), span('ok', 'ok', 40, null)];
  const data = [interval(-60, 50, 'seen'), interval(50, 60, 'blind'), interval(60, 90, 'seen')];
  const coverage = { data, knownUntil: time(90) };

  it('has the worst of each minute, and adds up to the window', () => {
    const strip = stripFromSpans(spans, coverage, window);
    expect(strip?.entry.worst).toBe(
      `${'o'.repeat(30)}${'c'.repeat(10)}${'o'.repeat(10)}${'-'.repeat(10)}${'o'.repeat(30)}`,
    );
    const { good = 0, bad = 0, unknown = 0, unobserved = 0 } = strip?.entry ?? {};
    expect([good, bad, unknown, unobserved].map((each) => each / minute)).toEqual([70, 10, 0, 10]);
    expect(strip?.answer.lengths).toHaveLength(90);
  });

  it('is empty before the node entered and after it left', () => {
    const strip = stripFromSpans(spans, coverage, window, { from: at(20), to: at(35) });
    expect(strip?.entry.worst).toBe(`${'-'.repeat(20)}${'o'.repeat(10)}ccccc${'-'.repeat(55)}`);
    expect(strip && strip.entry.unobserved / minute).toBe(75);
  });

  it('has a bad isolated poll in its mark, without time', () => {
    const isolated = {
      data: [interval(-60, 35, 'blind'), interval(35, 35, 'seen'), interval(35, 90, 'blind')],
      knownUntil: time(35),
    };
    const strip = stripFromSpans(spans, isolated, window);
    expect(strip?.entry.worst).toBe(`${'-'.repeat(35)}c${'-'.repeat(54)}`);
    expect(strip?.entry.unobserved).toBe(90 * minute);
    // In this window the node was in the region only before the poll, so the poll does not count.
    const before = stripFromSpans(spans, isolated, window, { from: at(0), to: at(35) });
    expect(before?.entry.worst).toBe('-'.repeat(90));
  });

  it('is not observed while truncated responses did not list the node', () => {
    const leftOut = [{ from: time(10), to: time(20) }];
    const strip = stripFromSpans([{ ...span('ok', 'ok', -10, null), leftOut }], coverage, window);
    expect(strip?.entry.worst).toBe(
      `${'o'.repeat(10)}${'-'.repeat(10)}${'o'.repeat(30)}${'-'.repeat(10)}${'o'.repeat(30)}`,
    );
    expect(strip && strip.entry.unobserved / minute).toBe(20);
    expect(strip?.leftOut).toEqual([{ from: at(10), to: at(20) }]);
  });

  it('is absent if nothing is recorded', () => {
    expect(stripFromSpans([], coverage, window)).toBeNull();
  });
});

it('reconstructs values backwards from the present one', () => {
  const changes = [
    change('nod_a', 50, { type: 'capacity', before: '40G', after: '100G' }),
    change('nod_a', 20, { type: 'capacity', before: '10G', after: '40G' }),
    change('nod_a', -5, { type: 'capacity', before: '1G', after: '10G' }),
  ];
  const cached = valuesOver(changes, '100G', window);
  expect(cached.map(({ value, from, to }) => [value, (from - begin) / minute, (to - begin) / minute])).toEqual([
    ['10G', 0, 20],
    ['40G', 20, 50],
    ['100G', 50, 90],
  ]);
  expect(cached.map(({ notBefore }) => notBefore && (notBefore - begin) / minute)).toEqual([null, 19, 49]);
});

describe('a region', () => {
  const changes = [
    change('nod_here', 70),
    moved('nod_left', 40, 'mrs1', 'zrh1'),
    change('nod_left', 60),
    change('nod_left', 10),
    moved('nod_came', 30, 'mxp1', 'mrs1'),
    change('nod_other', 80),
  ];

  it('lists nodes that entered and left, the earliest first', () => {
    expect(movesOf(changes, 'mrs1').map(({ key, direction, other }) => [key, direction, other])).toEqual([
      ['nod_came', 'in', 'mxp1'],
      ['nod_left', 'out', 'zrh1'],
    ]);
  });

  it('lists the nodes that changed while they were there, the latest change first', () => {
    const nodes = changedNodes(changes, 'mrs1', new Set(['nod_here', 'nod_came', 'nod_quiet']), window);
    expect(nodes.map(({ key }) => key)).toEqual(['nod_here', 'nod_left', 'nod_came']);
    expect(nodes[1]).toMatchObject({ within: { from: begin, to: at(40) }, changedAt: at(40) });
    expect(nodes[2]?.within).toEqual({ from: at(30), to: window.to });
  });
});

it('has a step at each new value of a series', () => {
  const point = (minutes: number, first: number | null, last = first): SeriesPoint => {
    const seen = { falls: 0, observedSeconds: 60, claim: null, min: first, max: last };
    return { from: time(minutes), to: time(minutes + 10), first, last, ...seen };
  };
  const cut = { ...point(50, 90), claim: 'at-least' } as const;
  const steps = stepsOf([
    point(0, 100),
    point(10, null),
    point(20, 100),
    point(30, 100, 200),
    point(40, 150),
    cut,
    point(60, 150),
  ]);
  expect(steps.map(({ at: moment, value }) => [(moment - begin) / minute, value])).toEqual([
    [0, 100],
    [30, 200],
    [40, 150],
    // The total of a truncated list is unknown.
    [50, null],
    [60, 150],
  ]);
});

it('has the start of the present word, and the word before it', () => {
  const spans = [span('operational', 'ok', -10, 30), span('degraded', 'degraded', 30, null)];
  expect(stateSince(spans)).toEqual({
    word: 'degraded',
    from: at(30),
    notBefore: at(29),
    before: 'operational',
  });
  expect(stateSince(spans.slice(1))?.before).toBeUndefined();
  expect(stateSince(spans.slice(0, 1))).toBeNull();
});

it('has the covered share of the elapsed time, floored', () => {
  const { intervals, share } = seenOf(
    [interval(-60, 20, 'seen'), interval(20, 30, 'blind'), interval(30, 200, 'seen')],
    '/api/v2/nodes',
    window,
    at(60),
  );
  expect(intervals).toHaveLength(2);
  expect(share).toBe(8_333);
});

it('finds the longest bad span, clipped to the window', () => {
  const spans = [
    span('down', 'critical', -60, 10),
    span('ok', 'ok', 10, 20),
    span('maintenance', 'notice', 20, 28),
    span('wobbly', 'unknown', 28, 30),
    span(null, 'vanished', 30, 40),
    span('degraded', 'degraded', 40, null),
  ];
  const { count, longest } = badSpans(spans, window, at(70));
  expect(count).toBe(2);
  expect([longest?.span.word, longest && longest.length / minute]).toEqual(['degraded', 30]);
});

describe('the time since a node is listed', () => {
  it('starts when it came back, with any words since', () => {
    const came = span('ok', 'ok', 20, 30);
    const spans = [
      span('ok', 'ok', 0, 10),
      span(null, 'vanished', 10, 20),
      came,
      span('down', 'critical', 30, null),
    ];
    expect(listedSince(spans)).toBe(came);
  });

  it('is unknown for a node that is not listed, or without an end', () => {
    expect(listedSince([span('ok', 'ok', 0, 10), span(null, 'vanished', 10, null)])).toBeNull();
    expect(listedSince([span('ok', 'ok', 0, 10)])).toBeNull();
    expect(listedSince([])).toBeNull();
  });
});
