import { array, assert, constant, double, integer, oneof, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decadesOf, diagonal, nearestPoint, scatterOf, ticksOf } from './scatter-points.ts';

const scatter = scatterOf(
  Float64Array.of(10, 0, 1000, Number.NaN, 100_000),
  Float64Array.of(1e6, 0, 1e9, 5, 1e15),
);

test('empty buckets and those without a figure have no point; the others have their row', () => {
  expect([...scatter.rows]).toEqual([4, 2, 0]);
  expect([...scatter.x]).toEqual([5, 3, 1]);
  expect([...scatter.y]).toEqual([15, 9, 6]);
  expect(scatter.count).toBe(3);
  expect(scatter.apart).toBe(2);
});

describe('axes', () => {
  test.each([
    [Float64Array.of(1.2, 4.7), [1, 5]],
    [Float64Array.of(3), [3, 4]],
    [Float64Array.of(), [0, 3]],
  ])('%s spans %s', (values, span) => expect(decadesOf(values)).toEqual(span));

  test('few decades all have a label, many only where a unit starts', () => {
    expect(ticksOf([1, 4])).toEqual([1, 2, 3, 4]);
    expect(ticksOf([2, 13])).toEqual([3, 6, 9, 12]);
  });
});

test('of overlapping points only the highest is drawn, if there are many', () => {
  const figures = [Float64Array.of(10, 10, 10, 1e6), Float64Array.of(100, 100.5, 100, 1e9)] as const;
  expect([...scatterOf(...figures, 4).rows]).toEqual([3, 1, 0, 2]);
  expect([...scatterOf(...figures, 3).rows]).toEqual([3, 1]);
  expect(scatterOf(...figures, 3).count).toBe(4);
});

test('the nearest point is found within reach only', () => {
  const tenfold = (decade: number) => decade * 10;
  expect(nearestPoint(scatter, { left: 31, top: 91 }, tenfold, tenfold, 14)).toBe(1);
  expect(nearestPoint(scatter, { left: 200, top: 0 }, tenfold, tenfold, 14)).toBeNull();
});

test('a mean object size is a diagonal cut at the edges of the plot', () => {
  expect(diagonal(6, [0, 9], [3, 12])).toEqual({ from: [0, 6], to: [6, 12] });
  expect(diagonal(12, [0, 9], [3, 12])).toBeNull();
});

test('the table counts buckets by decades of objects', () => {
  expect(scatter.table).toEqual([
    { decade: 1, count: 1, figures: [1e6, 1e6, 1e6] },
    { decade: 3, count: 1, figures: [1e9, 1e9, 1e9] },
    { decade: 5, count: 1, figures: [1e15, 1e15, 1e15] },
  ]);
});

test('the table has minimum, median and maximum of each decade, as sorting gives them', () => {
  const bytes = oneof(
    double({ min: 1, max: 1e18, noNaN: true }),
    integer({ min: 1, max: 3 }),
    constant(Number.POSITIVE_INFINITY),
  );
  const bucket = tuple(integer({ min: 1, max: 99_999 }), bytes);
  assert(
    property(array(bucket, { maxLength: 60 }), (buckets) => {
      const decades = new Map<number, number[]>();
      for (const [objects, size] of buckets) {
        const decade = Math.floor(Math.log10(objects));
        decades.set(decade, [...(decades.get(decade) ?? []), Math.log10(size)]);
      }
      const expected = [...decades]
        .toSorted(([a], [b]) => a - b)
        .map(([decade, places]) => {
          const sorted = places.toSorted((a, b) => a - b);
          const at = (rank: number) => Math.round(10 ** (sorted[rank] ?? 0));
          return {
            decade,
            count: sorted.length,
            figures: [at(0), at(Math.floor((sorted.length - 1) / 2)), at(sorted.length - 1)],
          };
        });
      const [across, up] = [0, 1].map((side) => Float64Array.from(buckets, (each) => each[side] ?? 0));
      expect(scatterOf(across ?? Float64Array.of(), up ?? Float64Array.of()).table).toEqual(expected);
    }),
  );
});
