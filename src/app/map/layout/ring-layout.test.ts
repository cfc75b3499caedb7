import { expect, test } from 'vitest';
import { classify } from '#domain/severity/classify.ts';
import { boxAt, meets } from './labels.ts';
import { layOutRings, ringLabels } from './ring-layout.ts';

const frame = { left: 0, top: 0, right: 400, bottom: 400 };
const middle = { x: 200, y: 200 };
const rings = [50, 100, 150].map((radius) => ({ radius, width: 40, height: 14 }));

function boxesOf(drawn: Parameters<typeof ringLabels>[2]) {
  return ringLabels(rings, middle, drawn, frame).map((point) => boxAt(point, { width: 40, height: 14 }));
}

test('ring labels are on one line below the centre', () => {
  const steps = ringLabels(rings, middle, [], frame).map(({ x, y }) => [x + 20 - middle.x, y - middle.y]);
  expect(steps.every(([, down = 0]) => down > 0)).toBe(true);
  const slopes = steps.map(([across = 0, down = 0]) => (across / down).toFixed(6));
  expect(new Set(slopes).size).toBe(1);
});

test('a mark on that line turns it', () => {
  const [, second] = boxesOf([]);
  if (!second) throw new Error('There are three rings.');
  expect(boxesOf([second]).some((box) => meets(box, second))).toBe(false);
});

test('with marks everywhere, as few labels as possible overlap', () => {
  const below = { left: 0, top: 200, right: 400, bottom: 400 };
  expect(boxesOf([below]).filter((box) => meets(box, below))).toEqual([]);
  expect(boxesOf([frame])).toHaveLength(3);
});

const here = { code: 'vie1', name: 'Vienna', state: classify('operational'), lat: 48.2, lon: 16.4 };
const near = (
  [
    ['Bratislava', 48.1, 17.1, 55],
    ['Prague', 50.1, 14.4, 251],
    ['Zurich', 47.4, 8.5, 592],
  ] as const
).map(([name, lat, lon, kilometres]) => ({
  code: name.slice(0, 3).toLowerCase(),
  name,
  lat,
  lon,
  kilometres,
  state: classify('operational'),
  zone: null,
  country: null,
  value: 1,
  figure: '1',
  amount: '1 node',
  doubt: null,
  label: name,
  to: '',
}));

test('a place is at the centre of rings with round distances, and its neighbours are at their distance', () => {
  const { marks, rings, names } = layOutRings(
    here,
    near,
    { width: 500, height: 400 },
    (text) => text.length * 7,
  );
  expect(rings.map(({ text }) => text)).toEqual(['250 km', '500 km']);
  const [centre, ...around] = marks;
  expect(centre).toMatchObject({ x: 250, y: 200 });
  const [, , zurich] = around.map(({ x, y }) => Math.hypot(x - 250, y - 200));
  // The farthest place is as far from the centre as the edge of the shorter side, less a margin.
  expect(zurich).toBeCloseTo(200 - 34, -1);
  expect(names.map(({ place, city }) => [place.code, city])).toContainEqual(['vie1', 'Vienna']);
});
