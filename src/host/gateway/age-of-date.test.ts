import { describe, expect, test } from 'vitest';
import { AgeOfDate } from './age-of-date.ts';

const start = Date.UTC(2026, 10, 27, 3);

/**
 * A response with the age `age`, `at` seconds after the start. Its `Date` is `date` seconds after the start.
 */
function response(at: number, date: number, age: number, server = 'ATS/9.2.9') {
  const headersAt = start + 1000 * at + 40;
  const sentDate = new Date(start + 1000 * date).toUTCString();
  const headers = { date: sentDate, age: String(age), server };
  return [headers, { requestedAt: headersAt - 40, headersAt }] as const;
}

/** What is learned from three status responses, ten seconds apart. */
function learned(dateAt: (second: number) => number, ageAt: (second: number) => number): AgeOfDate {
  const ages = new AgeOfDate();
  for (const second of [0, 10, 20]) ages.learn(...response(second, dateAt(second), ageAt(second)));
  return ages;
}

const behind = () =>
  learned(
    (second) => second - 90,
    () => 90,
  );

describe('Age that a cache makes from the Date of a service whose clock is 90 s behind', () => {
  test.each([
    ['a new response', 30, -60, 90, 0],
    ['a copy that is 12 s old', 42, -60, 102, 12],
    ['a copy that is 9 min old', 570, -60, 630, 540],
  ])('%s', (_, at, date, age, expected) => {
    const { age: corrected } = behind().corrected(...response(at, date, age));
    expect(Number(corrected)).toBe(expected);
  });

  test('an Age of the time in the cache alone stays', () => {
    const [headers, times] = response(42, -60, 12);
    expect(behind().corrected(headers, times)).toBe(headers);
  });
});

describe('a true Age stays', () => {
  test.each([
    [
      'behind a right clock',
      learned(
        (second) => second,
        () => 0,
      ),
    ],
    [
      'if a cache stores the status itself',
      learned(
        () => -90,
        (second) => 90 + second,
      ),
    ],
    [
      'if it replaces that copy now and then',
      learned(
        (second) => (second < 20 ? -90 : 0),
        (second) => (second < 20 ? 90 + second : 20),
      ),
    ],
    [
      'behind another cache, which can be one poll behind',
      (() => {
        const ages = new AgeOfDate();
        for (const second of [0, 10, 20]) ages.learn(...response(second, second - 90, 90, 'nginx'));
        return ages;
      })(),
    ],
    [
      'after one status response',
      (() => {
        const ages = new AgeOfDate();
        ages.learn(...response(0, -90, 90));
        return ages;
      })(),
    ],
  ])('%s', (_, ages) => {
    const [headers, times] = response(30, -60, 90);
    expect(ages.corrected(headers, times)).toBe(headers);
  });

  test('after the clock is corrected', () => {
    const ages = behind();
    ages.learn(...response(30, 30, 0));
    const [headers, times] = response(40, -50, 90);
    expect(ages.corrected(headers, times)).toBe(headers);
  });
});
