import { expect, test } from 'vitest';
import { observedComponents } from '#contract/resources.ts';
import { cities } from './cities.ts';
import { loopSeconds, type Picture, pictureAt, unlistedWord } from './incidents.ts';

const nodesByRegion = new Map(
  cities.map(({ code }) => [code, Array.from({ length: 6 }, (_, index) => `${code}/${index}`)]),
);
/** Seconds of four loops of incidents. After them the affected components and regions repeat. */
const seconds = Array.from({ length: 4 * loopSeconds }, (_, second) => second);
const pictures: readonly Picture[] = seconds.map((second) => pictureAt(second, nodesByRegion));

function troubled({ components, regions, nodes, gone }: Picture): boolean {
  return components.size + regions.size + nodes.size + gone.size > 0;
}

test('the first minute is calm, the first incident starts within 90 seconds', () => {
  expect(pictures.findIndex(troubled)).toBeGreaterThanOrEqual(60);
  expect(pictures.findIndex(troubled)).toBeLessThanOrEqual(90);
});

test.each(['degraded_performance', 'partial_outage', 'major_outage', 'under_maintenance', unlistedWord])(
  'a viewer that polls the status every 10 s for ten minutes sees %s, whenever it starts',
  (word) => {
    const shown = pictures.map(({ components }) => [...components.values()].includes(word));
    for (let begin = 0; begin < 3 * loopSeconds; begin += 7) {
      const reads = Array.from({ length: 60 }, (_, index) => shown[begin + index * 10]);
      expect([begin, reads.filter(Boolean).length >= 5]).toEqual([begin, true]);
    }
  },
);

test('a viewer that polls the nodes every 63 s for ten minutes sees the list with and without a missing node', () => {
  const gone = pictures.map((picture) => picture.gone.size);
  for (let begin = 0; begin < 3 * loopSeconds; begin += 7) {
    const reads = Array.from({ length: 10 }, (_, index) => gone[begin + index * 63]);
    expect([begin, reads.includes(1), reads.includes(0)]).toEqual([begin, true, true]);
  }
});

test('a viewer that polls the regions every 315 s sees each regional incident', () => {
  const words = pictures.map(({ regions }) => [...regions.values()][0]);
  for (let begin = 0; begin < 315; begin += 5) {
    const seen = new Set(seconds.filter((second) => second % 315 === begin).map((second) => words[second]));
    const regional = ['degraded_performance', 'major_outage', 'partial_outage', 'under_maintenance'];
    expect([begin, seen]).toEqual([begin, new Set([undefined, ...regional])]);
  }
});

test('a region in trouble matches its nodes and components', () => {
  for (const { components, regions, nodes } of pictures)
    for (const code of regions.keys()) {
      expect(nodesByRegion.get(code)?.some((id) => nodes.has(id))).toBe(true);
      expect(['Edge Network', 'Edge Nodes'].some((name) => components.has(name))).toBe(true);
    }
});

test('most components are operational most of the time, at most one region is in trouble', () => {
  for (const { components, regions, gone } of pictures) {
    expect(components.size).toBeLessThanOrEqual(3);
    expect(regions.size).toBeLessThanOrEqual(1);
    expect(gone.size).toBeLessThanOrEqual(1);
  }
  const calm = pictures.filter((picture) => !troubled(picture));
  expect(calm.length / pictures.length).toBeGreaterThan(0.2);
});

test('every name in the incident script is a component or a region of the fleet', () => {
  const names = new Set(pictures.flatMap(({ components }) => [...components.keys()]));
  expect([...names].filter((name) => !observedComponents.some((known) => known === name))).toEqual([]);
  expect(names.size).toBeGreaterThan(12);
  const codes = pictures.flatMap(({ regions }) => [...regions.keys()]);
  expect(codes.filter((code) => !nodesByRegion.has(code))).toEqual([]);
  // A recalibrated or missing node exists only if the region code of its place is right.
  expect(pictures.some(({ gone }) => gone.size === 1)).toBe(true);
  const recalibrated = new Set(
    pictures.flatMap(({ nodes }) => [...nodes].filter(([, word]) => word === unlistedWord)).map(([id]) => id),
  );
  expect(recalibrated.size).toBe(12);
});
