import { describe, expect, test } from 'vitest';
import { mostBars } from '#app/charts/place-bars.ts';
import type { Node, Region } from '#contract/resources.ts';
import { exact } from '#domain/lists/claim.ts';
import { fieldsOf } from '#domain/lists/fields.ts';
import { createListing } from '#domain/lists/listing.ts';
import { barsOf, halfAndWhole, zoneSumsOf } from './region-bars.ts';

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
  test('are grouped by zone, most nodes first, with their exceptions worst first and their exact capacity', async () => {
    const groups = await groupsOf([
      ['fra1', 'operational'],
      ['ber1', 'operational', '9007199254740993G'],
      ['ber1', 'degraded'],
      ['ber1', 'major_outage', 'ten'],
      ['iad1', 'healthy'],
    ]);
    const { zones } = barsOf(groups, [
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
        { severity: 'critical', count: 1 },
        { severity: 'degraded', count: 1 },
      ],
      advertised: { total: 9_007_199_254_741_003n, counted: 2, missing: 1 },
    });
    expect(zones[1]?.regions[0]?.exceptions).toEqual([]);
  });

  test('include regions without nodes, and have nodes without a known region last', async () => {
    const groups = await groupsOf([
      ['zzz9', 'operational'],
      [null, 'operational'],
    ]);
    const { zones } = barsOf(groups, [region('fra1', 'eu-central')]);
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

test('with too many regions, the largest are drawn in the order of their zones and the others summed up', () => {
  const groups = Array.from({ length: 200_000 }, (_, index) => ({
    key: [`r${index}`, index === 5 ? 'degraded' : index === 7 ? 'critical' : 'ok'],
    count: index === 199_999 ? 9 : index === 100 ? 5 : 1,
    sums: { advertised: { total: 2, counted: 1, missing: 0 } },
  }));
  const { zones, more } = barsOf(groups, [region('r100', 'eu-central'), region('r199999', 'na')]);
  expect(zones.map(({ zone, regions }) => [zone, regions.length])).toEqual([
    ['eu-central', 1],
    ['na', 1],
    [null, mostBars - 2],
  ]);
  expect(zones[1]?.regions[0]).toMatchObject({ code: 'r199999', nodes: 9 });
  expect(more).toMatchObject({ regions: 200_000 - mostBars, nodes: 200_000 - mostBars });
  expect(more?.advertised).toEqual({
    total: 2 * (200_000 - mostBars),
    counted: 200_000 - mostBars,
    missing: 0,
  });
  expect(more?.exceptions).toEqual([]);
  const small = barsOf(groups.slice(0, mostBars), []);
  expect(small.zones[0]?.regions).toHaveLength(mostBars);
  expect(small.more).toBeNull();
});

test('zones are in alphabetical order, codes without a region last; of very many the largest, and the others summed up', async () => {
  const regions = [region('iad1', 'na-east'), region('fra1', 'eu-central'), region('ber1', 'eu-central')];
  const groups = await groupsOf([
    ['fra1', 'operational'],
    ['ber1', 'degraded', '25G'],
    ['zzz9', 'operational'],
  ]);
  const { zones, more } = zoneSumsOf(groups, regions);
  expect(zones.map(({ zone, nodes, advertised }) => [zone, nodes, advertised.total])).toEqual([
    ['eu-central', 2, 35],
    ['na-east', 0, 0],
    [null, 1, 10],
  ]);
  expect(zones[0]?.exceptions).toEqual([{ severity: 'degraded', count: 1 }]);
  expect(more).toBeNull();
  const many = Array.from({ length: 1_000 }, (_, index) => region(`r${index}`, `zone-${index}`));
  const cut = zoneSumsOf(await groupsOf(many.map(({ code }) => [code, 'operational'])), many);
  expect(cut.zones.length + (cut.more?.zones ?? 0)).toBe(1_000);
  expect(cut.more?.nodes).toBe(cut.more?.zones);
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
])('the axis for a largest value of %d shows %j', (largest, figures) => {
  expect(halfAndWhole(largest)).toEqual(figures);
});
