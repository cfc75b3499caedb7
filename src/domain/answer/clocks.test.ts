import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerAt } from '#testing/feeds.ts';
import { noHeaders } from './answer.ts';
import { clocksOf, elapsedSince } from './clocks.ts';
import { clocksAfterResponse, skewOfService, unknownClocks } from './service-clock.ts';

const received = Date.UTC(2026, 2, 12, 14);
const hour = 3_600_000;

function answer(servedAt: number | null) {
  return answerAt(received, null, { servedAt });
}

test('generated is the own time of the status document, otherwise the Date of the response', () => {
  const source = {
    time: received - 7_000,
    since: received,
    latest: received,
    hasMoved: true,
    beats: 0,
    behindSince: null,
    skipped: 0,
    steps: 1,
  };
  expect(clocksOf({ ...answer(received), source }).generated).toEqual({
    at: received - 7_000,
    by: 'updated_at',
  });
  expect(clocksOf(answer(received)).generated).toEqual({ at: received, by: 'Date' });
  expect(clocksOf(answer(null)).generated).toBeNull();
});

test('with any clock setting, no age is negative or wrong by more than the network time', () => {
  const offset = fc.integer({ min: -400 * 24 * hour, max: 400 * 24 * hour });
  fc.assert(
    fc.property(
      offset,
      fc.integer({ min: 0, max: hour }),
      fc.integer({ min: 0, max: hour }),
      (off, old, later) => {
        // The document was made `old` ms before its receipt, by a service whose clock is `off` ms ahead. It
        // is shown `later` ms after its receipt.
        const headers = { ...noHeaders, date: new Date(received + off).toUTCString() };
        const times = { requestedAt: received - 100, headersAt: received };
        const clocks = clocksAfterResponse(unknownClocks, headers, times);
        const skew = skewOfService(clocks);
        const age = elapsedSince(received - old + off, skew, received + later);
        expect(age).toBeGreaterThanOrEqual(0);
        expect(Math.abs(age - (old + later))).toBeLessThanOrEqual(8_000);
      },
    ),
  );
});
