import { describe, expect, test } from 'vitest';
import { capacityClasses } from '#app/pages/deployment/nodes/capacity-classes.ts';
import type { Group } from '../lists/listing.ts';
import { capacitiesOf, nodeStates, statesInBrief } from './node-states.ts';

function group(key: string | null, count: number, total: number | bigint = 0, missing = 0): Group {
  return { key: [key], count, sums: { advertised: { total, counted: count - missing, missing } } };
}

test('operational comes first, then assumed good, then the others worst first', () => {
  const words = [
    'maintenance',
    'flux',
    'operational',
    null,
    'degraded',
    'healthy',
    'line_down',
    'major_outage',
  ];
  const states = nodeStates(
    words.map((word, index) => group(word, index + 1)),
    {},
  );
  expect(states.map(({ state, nodes }) => [state.label, nodes])).toEqual([
    ['Operational', 3],
    ['healthy', 6],
    ['Major outage', 8],
    ['Degraded', 5],
    ['“line_down”', 7],
    ['not provided', 4],
    ['“flux”', 2],
    ['Maintenance', 1],
  ]);
});

describe('states in brief', () => {
  const words = ['operational', 'Operational', 'OK', 'healthy', 'OPERATIONAL', 'degraded', 'down'];
  const brief = (sent: readonly string[]) =>
    statesInBrief(
      sent.map((word, index) => group(word, index + 1)),
      {},
      5,
    );

  test('leave out good states first, and show the worst first', () => {
    const { shown, rest } = brief(words);
    expect(shown.map(({ state, nodes }) => [state.word, nodes])).toEqual([
      ['down', 7],
      ['degraded', 6],
      ['operational', 1],
      ['OPERATIONAL', 5],
    ]);
    expect(rest).toEqual({ words: 3, nodes: 9, severity: 'assumed' });
  });

  test('state the worst severity of the hidden states', () => {
    const bad = ['maintenance', 'degraded', 'down', 'major_outage', 'partial_outage'];
    expect(brief(['operational', ...bad]).rest).toEqual({ words: 2, nodes: 3, severity: 'notice' });
    expect(brief(bad)).toMatchObject({ shown: { length: 5 }, rest: null });
  });
});

describe('capacity', () => {
  const groups = [
    group('ok', 3, 300),
    group('assumed', 1, 40),
    group('critical', 2, 9_007_199_254_740_993n),
    group('unknown', 2, 10, 1),
  ];

  test('is confirmed for good nodes only, exactly', () => {
    expect(capacitiesOf(groups, 'fresh')).toEqual({
      advertised: { total: 9_007_199_254_741_343n, counted: 7, missing: 1 },
      confirmed: 340,
      assumed: 40,
    });
  });

  test.each(['waiting', 'late', 'lost'] as const)('is not confirmed by a response that is %s', (freshness) => {
    expect(capacitiesOf(groups, freshness)).toMatchObject({ confirmed: 0, assumed: 0 });
  });
});

test('capacity classes are sorted by value, each spelling separately, unreadable ones apart', () => {
  const groups = ['9G', '100G', null, '0100G', 'ten', '99999999999999999999G', '40g'].map((sent, index) =>
    group(sent, index + 1),
  );
  const { readable, unreadable } = capacityClasses(groups);
  expect(readable.map(({ sent }) => sent)).toEqual(['99999999999999999999G', '100G', '0100G', '9G']);
  expect(unreadable).toEqual([
    { sent: '40g', nodes: 7 },
    { sent: 'ten', nodes: 5 },
    { sent: null, nodes: 3 },
  ]);
});
