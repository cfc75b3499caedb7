import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Window } from '../spans/shares.ts';
import { oldestChange, windowBefore, windowsAfter } from './change-search.ts';

const day = 86_400_000;
const moment = fc.integer({ min: Date.parse('2025-01-01'), max: Date.parse('2027-01-01') });

test('the windows after a moment are next to each other, and reach to the present', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 2, max: 400 * day }), (at, age) => {
      const windows = windowsAfter(at, at + age);
      expect(windows[0]?.from).toBe(at + 1);
      expect(windows.at(-1)?.to).toBe(at + age);
      for (const [index, { from, to }] of windows.entries()) {
        expect(to).toBeGreaterThan(from);
        expect(to - from).toBeLessThanOrEqual(401 * day);
        if (index > 0) expect(from).toBe(windows[index - 1]?.to);
      }
    }),
  );
});

test('a moment that is not past has none', () => {
  expect(windowsAfter(1_000, 1_000)).toEqual([]);
  expect(windowsAfter(1_000, 0)).toEqual([]);
});

test('the window before a moment leaves the moment out, and the host answers it', () => {
  fc.assert(
    fc.property(moment, (at) => {
      const { from, to } = windowBefore(at);
      expect(to).toBe(at);
      expect(to - from).toBeLessThanOrEqual(401 * day);
    }),
  );
});

describe('the oldest change of a window', () => {
  const reader = (times: readonly number[], most: number) => {
    const reads: Window[] = [];
    return {
      reads,
      read: (window: Window) => {
        reads.push(window);
        const within = times
          .filter((time) => time >= window.from && time < window.to)
          .toSorted((a, b) => b - a);
        return Promise.resolve({ times: within.slice(0, most), hasMore: within.length > most });
      },
    };
  };

  test('is found in few reads, however many changes there are', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(5_000), { maxLength: 300 }),
        fc.integer({ min: 1, max: 20 }),
        async (times, most) => {
          const { reads, read } = reader(times, most);
          const oldest = await oldestChange({ from: 100, to: 4_000 }, read);
          const within = times.filter((time) => time >= 100 && time < 4_000);
          expect(oldest).toBe(within.length === 0 ? null : Math.min(...within));
          expect(reads.length).toBeLessThanOrEqual(26);
        },
      ),
    ));

  test('is unknown after a failed read', async () => {
    expect(await oldestChange({ from: 0, to: 10 }, () => Promise.resolve(null))).toBeUndefined();
  });
});
