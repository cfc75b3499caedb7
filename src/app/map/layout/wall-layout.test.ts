import { describe, expect, it } from 'vitest';
import { classify } from '#domain/severity/classify.ts';
import { boxAt, meets } from './labels.ts';
import type { MapPlace } from './layout.ts';
import { layOutWall, lettering, type NameOnWall } from './wall-layout.ts';

function place(name: string, lat: number, lon: number, status = 'operational'): MapPlace {
  return {
    code: name.slice(0, 3).toLowerCase(),
    name,
    zone: null,
    country: null,
    lat,
    lon,
    state: classify(status),
    value: 1,
    amount: '1 node',
    figure: '1',
    doubt: null,
    label: name,
    to: '',
  };
}

const crowd = (
  [
    ['Frankfurt', 50.1, 8.7],
    ['Amsterdam', 52.4, 4.9],
    ['Brussels', 50.8, 4.4],
    ['Paris', 48.9, 2.4],
    ['Zurich', 47.4, 8.5],
    ['Munich', 48.1, 11.6],
    ['Berlin', 52.5, 13.4],
    ['Hamburg', 53.6, 10],
    ['Prague', 50.1, 14.4],
    ['London', 51.5, -0.1],
    ['Milan', 45.5, 9.2],
  ] as const
).map(([name, lat, lon]) => place(name, lat, lon, 'major_outage'));
const around = [
  place('Seattle', 47.6, -122.3),
  place('Sydney', -33.9, 151.2),
  place('Singapore', 1.4, 103.8),
  place('Tokyo', 35.7, 139.7),
];
const names = (found: readonly NameOnWall[]) => found.map(({ mark }) => mark.place.name);

function layout(places: readonly MapPlace[], width: number, height: number) {
  return layOutWall(places, {
    labelOf: ({ state }) => state.label,
    room: { width, height },
    frame: { left: 72, top: 180, right: width - 72, bottom: height - 160 },
    measure: (text, size) => text.length * size * 0.5,
  });
}

describe('a map on a wall', () => {
  it.each([
    [1920, 1080],
    [2020, 852],
    [1080, 1920],
  ])('names every problem of a crowd at %d × %d units, on the map or below it', (width, height) => {
    const { world, europe, unnamed } = layout([...crowd, ...around], width, height);
    const labels = [...names(world.names), ...names(europe?.names ?? []), ...unnamed.map(({ name }) => name)];
    expect(labels).toHaveLength(crowd.length);
    expect(new Set(labels)).toEqual(new Set(crowd.map(({ name }) => name)));
    expect(unnamed.length).toBeLessThan(crowd.length / 2);
  });

  it('has no overlapping names', () => {
    const { world } = layout([...crowd, ...around], 1920, 1080);
    const boxes = world.names.map((name) =>
      boxAt(name, { width: name.width, height: lettering.line * (name.isWhole ? 2 : 1) }),
    );
    boxes.forEach((box, index) => {
      expect(boxes.slice(index + 1).some((other) => meets(box, other))).toBe(false);
    });
  });

  it('has lines to distant names that cross no other name', () => {
    const { world } = layout([...crowd, ...around], 1920, 1080);
    const lines = world.names.flatMap(({ mark, line }) => (line ? [{ mark, line }] : []));
    expect(lines.length).toBeGreaterThan(3);
    for (const { mark, line } of lines)
      for (const other of world.names.filter((name) => name.mark !== mark)) {
        const box = boxAt(other, { width: other.width, height: lettering.line * (other.isWhole ? 2 : 1) });
        const isInside = Array.from({ length: 50 }, (_, step) => ({
          x: mark.x + ((line.x - mark.x) * step) / 50,
          y: mark.y + ((line.y - mark.y) * step) / 50,
        })).some(({ x, y }) => x > box.left && x < box.right && y > box.top && y < box.bottom);
        expect(isInside, `${mark.place.name} behind ${other.mark.place.name}`).toBe(false);
      }
  });

  it('shows the state of a single problem, and no names of good places', () => {
    const { world, unnamed } = layout([place('Lima', -12, -77, 'degraded'), ...around], 1920, 1080);
    expect(world.names.map(({ mark, isWhole: isComplete }) => [mark.place.name, isComplete])).toEqual([
      ['Lima', true],
    ]);
    expect(unnamed).toEqual([]);
  });
});
