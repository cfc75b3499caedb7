import { expect, test } from 'vitest';
import { createRandom } from './random.ts';
import { activityUntil, countAt, growthOf, makeRhythm, type Rhythm } from './rhythm.ts';

const hour = 3_600_000;
const day = 24 * hour;
const monday = Date.parse('2026-11-23T00:00:00Z');

function rhythm(period: Rhythm['period'], createdAt = monday - 100 * day): Rhythm {
  return { ...makeRhythm(createRandom(1, 'rhythm'), createdAt), perDay: 10_000, peak: 0.5, period };
}

function activity(from: number, to: number): number {
  return activityUntil(to) - activityUntil(from);
}

test('weekends have less activity than weekdays, nights less than days', () => {
  const days = [0, 1, 2, 3, 4, 5, 6].map((each) => activity(monday + each * day, monday + (each + 1) * day));
  expect(days.map((each) => Math.round(each * 100))).toEqual([100, 100, 100, 100, 100, 40, 40]);
  const at = (clock: number) => activity(monday + clock * hour, monday + (clock + 1) * hour);
  expect(at(2)).toBeLessThan(at(13) / 3);
});

test('counts fall only at the start of a period', () => {
  for (const [period, falls] of [
    ['never', []],
    ['daily', [1, 2, 3, 4, 5, 6, 7, 8]],
    ['weekly', [7]],
  ] as const) {
    const counted = rhythm(period);
    const fell = new Set<number>();
    let before = countAt(counted, monday);
    for (let at = monday + 30_000; at < monday + 8.5 * day; at += 30_000) {
      const count = countAt(counted, at);
      if (count < before) fell.add((at - monday) / day);
      before = count;
    }
    expect([period, [...fell]]).toEqual([period, falls]);
  }
});

test('counting starts at the creation time', () => {
  const counted = rhythm('never', monday + 6 * hour);
  expect(countAt(counted, monday + 6 * hour)).toBe(0);
  expect(countAt(counted, monday + 12 * hour)).toBeGreaterThan(1_000);
});

test('some buckets grow, by less than four percent per day', () => {
  const random = createRandom(1, 'buckets');
  const shares = Array.from({ length: 1_000 }, () => growthOf(random.id('bkt')));
  const growing = shares.filter((share) => share > 0);
  expect(growing.length).toBeGreaterThan(300);
  expect(growing.length).toBeLessThan(500);
  expect(Math.max(...growing)).toBeLessThan(0.04);
});
