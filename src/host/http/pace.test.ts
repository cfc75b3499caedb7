import { describe, expect, it } from 'vitest';
import { isTooLong, isTooSlow, Pace } from './pace.ts';

const limits = { waitMilliseconds: 25_000, answerMilliseconds: 60_000, bytesPerSecond: 8 * 1024 };
const kilobyte = 1024;

/**
 * Whether a client is cut off within `seconds`.
 *
 * @param sentAt - number of bytes sent to it until a given second.
 */
function isCut(sentAt: (second: number) => number, seconds = 60, waiting = 1): boolean {
  const pace = new Pace(0);
  for (let second = 0; second < seconds; second += 1) {
    pace.note(second * 1000, true, sentAt(second));
    if (isTooSlow(pace, waiting, limits)) return true;
  }
  return false;
}

describe('a client that reads a response', () => {
  it.each([
    ['not at all', () => 100 * kilobyte, true],
    ['4 KB every 5 s', (second: number) => 4 * kilobyte * Math.floor(second / 5), true],
    ['a segment of 64 KB every 20 s', (second: number) => 64 * kilobyte * Math.floor(second / 20), true],
    ['at 8 KB/s', (second: number) => 8 * kilobyte * second, false],
    ['at 10 KB/s, in segments', (second: number) => 64 * kilobyte * Math.floor(second / 6.4), false],
    ['fast, and then not at all', (second: number) => 1000 * kilobyte * Math.min(second, 5), true],
  ])('%s is cut: %s', (_, sentAt, cut) => {
    expect(isCut(sentAt)).toBe(cut);
  });

  it('is first judged after ten seconds', () => {
    expect(isCut(() => 0, 11)).toBe(false);
    expect(isCut(() => 0, 16)).toBe(true);
  });

  it('is not cut off while the host has nothing to send', () => {
    expect(isCut(() => 0, 60, 0)).toBe(false);
  });

  it('has 60 s for it, from the first byte', () => {
    const pace = new Pace(0);
    pace.note(20_000, true, 0);
    expect(isTooLong(pace, 80_000, limits)).toBe(false);
    expect(isTooLong(pace, 80_001, limits)).toBe(true);
  });

  it('waits for the first byte as long as an upstream may take', () => {
    const pace = new Pace(1_000);
    pace.note(26_000, false, 0);
    expect(isTooLong(pace, 26_000, limits)).toBe(false);
    expect(isTooLong(pace, 26_001, limits)).toBe(true);
  });
});
