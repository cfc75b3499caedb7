import { expect, test } from 'vitest';
import type { VolumeReading } from '#app/observe/session/session-log.ts';
import { type Scale, typeLines } from './type-lines.ts';

function reading(at: number, types: Record<string, number>): VolumeReading {
  return {
    at,
    until: at + 70,
    byType: new Map(Object.entries(types)),
    bySource: new Map(),
    othersListed: false,
  };
}

const rows = [{ id: 'large' }, { id: 'small' }, { id: 'unread' }, { id: null }];
const readings = [reading(0, { large: 900, small: 4 }), reading(60, { large: 1000, small: 6 })];

function highsOn(scale: Scale) {
  return typeLines(rows, readings, scale, 60).map(({ high }) => high);
}

test('each type has its own scale from zero to its maximum', () => {
  expect(highsOn('own')).toEqual([1000, 6]);
});

test('all types share the scale of the largest', () => {
  expect(highsOn('same')).toEqual([1000, 1000]);
});

test('each type shows the volume added since the first reading', () => {
  expect(highsOn('added')).toEqual([100, 2]);
  expect(typeLines(rows, readings, 'added', 60)[0]?.runs).toEqual([
    [{ at: 0, value: 0 }],
    [{ at: 60, value: 100 }],
  ]);
  const third = reading(120, { large: 1000 });
  expect(typeLines(rows, [...readings, third], 'added', 120)[0]?.runs).toHaveLength(1);
});

test('types without a reading have no line', () => {
  expect(typeLines(rows, readings, 'own', 60).map(({ row }) => row.id)).toEqual(['large', 'small']);
});

test('all lines share the time from the first reading to the last, or to now during a gap', () => {
  expect(typeLines(rows, readings, 'own', 65)[0]?.span).toEqual({ from: 0, to: 60 });
  expect(typeLines(rows, readings, 'own', 500)[0]?.span).toEqual({ from: 0, to: 500 });
});

test('a type without events stays at the base', () => {
  const [line] = typeLines([{ id: 'a' }], [reading(0, { a: 0 })], 'own', 0);
  expect(line?.high).toBe(1);
});
