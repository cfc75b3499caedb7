import { describe, expect, test } from 'vitest';
import type { Node, Region } from '#contract/resources.ts';
import { exact } from '#domain/lists/claim.ts';
import { fieldsOf } from '#domain/lists/fields.ts';
import { createListing } from '#domain/lists/listing.ts';
import { halfAndWhole, zonesOfNodes } from './region-bars.ts';

function region(code: string, zone: string | null): Region {
  return { code, name: `City of ${code}`, zone, country: 'DE', status: 'operational' };
}

function groupsOf(nodes: readonly (readonly [pop: string | null, status: string, capacity?: string])[]) {
  const rows = nodes.map(
    ([pop, status, capacity = '10G'], index): Node => ({
      id: `nod_${index}`,
      created_at: null,
      pop,
      status,
      capacity,
    }),
  );
  return createListing(rows, fieldsOf.node, exact).group({}, ['region', 'severity'], ['advertised']);
}

describe('regions as bars', () => {
  test('stand by zone, most nodes first, with their exceptions worst first and their exact capacity', async () => {
    const groups = await groupsOf([
      ['fra1', 'operational'],
      ['ber1', 'operational', '9007199254740993G'],
      ['ber1', 'degraded'],
      ['ber1', 'major_outage', 'ten'],
      ['iad1', 'healthy'],
    ]);
    const zones = zonesOfNodes(groups, [
      region('iad1', 'na-east'),
      region('fra1', 'eu-central'),
      region('ber1', 'eu-central'),
    ]);
    expect(zones.map(({ zone, regions }) => [zone, regions.map((bar) => bar.code)])).toEqual([
      ['eu-central', ['ber1', 'fra1']],
      ['na-east', ['iad1']],
    ]);
    expect(zones[0]?.regions[0]).toMatchObject({
      code: 'ber1',
      city: 'City of ber1',
      nodes: 3,
      exceptions: [
        { severity: 'critical', nodes: 1 },
        { severity: 'degraded', nodes: 1 },
      ],
      advertised: { total: 9_007_199_254_741_003n, counted: 2, missing: 1 },
    });
    expect(zones[1]?.regions[0]?.exceptions).toEqual([]);
  });

  test('hold regions without a node, and nodes without a known region last', async () => {
    const groups = await groupsOf([
      ['zzz9', 'operational'],
      [null, 'operational'],
    ]);
    const zones = zonesOfNodes(groups, [region('fra1', 'eu-central')]);
    expect(zones.map(({ zone, regions }) => [zone, regions.map((bar) => [bar.code, bar.nodes])])).toEqual([
      ['eu-central', [['fra1', 0]]],
      [
        null,
        [
          ['zzz9', 1],
          [null, 1],
        ],
      ],
    ]);
  });
});

test.each([
  [0, [1, 2]],
  [1, [1, 2]],
  [3, [2, 4]],
  [7, [4, 8]],
  [58, [30, 60]],
  [200, [100, 200]],
  [39_000, [20_000, 40_000]],
  [Number.NaN, [1, 2]],
])('the axis of a largest value of %d shows %j', (largest, figures) => {
  expect(halfAndWhole(largest)).toEqual(figures);
});
