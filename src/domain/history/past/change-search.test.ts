import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { windowBefore, windowsAfter } from './change-search.ts';

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
