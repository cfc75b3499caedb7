import { expect, test } from 'vitest';
import { createRandom } from './random.ts';

function draws(seed: number, stream: string): readonly number[] {
  const random = createRandom(seed, stream);
  return Array.from({ length: 1_000 }, () => random.next());
}

test('equal seeds and streams repeat, different ones differ', () => {
  expect(draws(1, 'a')).toEqual(draws(1, 'a'));
  expect(draws(2, 'a')).not.toEqual(draws(1, 'a'));
  expect(draws(1, 'b')).not.toEqual(draws(1, 'a'));
});

test('the sequence never changes between versions', () => {
  expect(draws(1, 'a').slice(0, 3)).toMatchInlineSnapshot(`
    [
      0.4388364690821618,
      0.9357488460373133,
      0.7236734156031162,
    ]
  `);
});

test('draws fill the range 0 to 1 evenly', () => {
  const all = draws(9, 'even');
  expect(all.filter((draw) => draw < 0 || draw >= 1)).toEqual([]);
  const mean = all.reduce((sum, draw) => sum + draw, 0) / all.length;
  expect(mean).toBeGreaterThan(0.47);
  expect(mean).toBeLessThan(0.53);
});

test('integers reach both ends, ids have the documented form and are unique', () => {
  const random = createRandom(4, 'ends');
  const rolls = new Set(Array.from({ length: 500 }, () => random.integer(1, 6)));
  expect(rolls).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  const ids = Array.from({ length: 20_000 }, () => random.id('bkt'));
  expect(ids.filter((id) => !/^bkt_[a-z0-9]{14}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

test('log-normal draws have the given median', () => {
  const random = createRandom(4, 'sizes');
  const sizes = Array.from({ length: 4_001 }, () => random.logNormal(1_000, 2)).toSorted((a, b) => a - b);
  expect(sizes[2_000]).toBeGreaterThan(850);
  expect(sizes[2_000]).toBeLessThan(1_150);
});
