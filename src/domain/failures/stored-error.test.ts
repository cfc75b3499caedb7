import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noHeaders } from '../answer/answer.ts';
import type { CacheHeaders } from '../answer/poll.ts';
import {
  afterError,
  type ErrorResponse,
  type KnownError,
  mayBeStored,
  storedErrorSummary,
} from './stored-error.ts';

const start = Date.UTC(2026, 2, 12, 4, 12, 7);
const second = 1_000;

function error(
  at: number,
  more: Partial<ErrorResponse> = {},
  headers: Partial<CacheHeaders> = {},
): ErrorResponse {
  const date = new Date(at).toUTCString();
  return {
    status: 503,
    digest: 'a',
    receivedAt: at,
    ...more,
    headers: { ...noHeaders, date, cacheControl: 'public, max-age=60', ...headers },
  };
}

function afterAll(errors: readonly ErrorResponse[]): KnownError | null {
  return errors.reduce<KnownError | null>(afterError, null);
}

describe('which errors may be stored copies', () => {
  const date = new Date(start).toUTCString();
  test.each<[string, Partial<CacheHeaders>, boolean]>([
    ['no cache header', {}, false],
    ['max-age', { cacheControl: 'public, max-age=300' }, true],
    ['s-maxage alone', { cacheControl: 's-maxage=5' }, true],
    ['max-age=0', { cacheControl: 'max-age=0' }, false],
    ['s-maxage=0 beats max-age in a shared cache', { cacheControl: 'max-age=60, s-maxage=0' }, false],
    ['no-store', { cacheControl: 'no-store, max-age=60' }, false],
    ['Expires after Date', { expires: new Date(start + 60 * second).toUTCString(), date }, true],
    ['Expires in the past', { expires: '0', date }, false],
    ['an age', { age: '4' }, true],
    ['Age: 0, which Varnish and Traffic Server add to errors that they pass on', { age: '0' }, false],
    ['X-Cache-Status: HIT', { xCache: 'HIT' }, true],
    ['X-Cache of Squid', { xCache: 'HIT from cache.test' }, true],
    ['X-Cache-Status: MISS', { xCache: 'MISS' }, false],
    ['X-Cache-Status: STALE', { xCache: 'STALE' }, true],
    ['Warning: 111', { warning: '111 edge "Revalidation failed"' }, true],
  ])('%s', (_name, headers, expected) => {
    expect(mayBeStored({ ...noHeaders, ...headers }, start)).toBe(expected);
  });
});

describe('the start of a repeated error', () => {
  test('nginx: the same body with a new Date at each hit', () => {
    const known = afterAll([0, 5, 10].map((after) => error(start + after * second)));
    expect(known).toMatchObject({ mayBeStored: true, repeats: true, since: start });
  });

  test('the same Date, without a lifetime and without the body', () => {
    const date = new Date(start).toUTCString();
    const at = (after: number) => error(start + after * second, { digest: null }, { date, cacheControl: null });
    expect(afterAll([at(0)])).toMatchObject({ mayBeStored: false });
    expect(afterAll([at(0), at(5)])).toMatchObject({ mayBeStored: true, repeats: true, since: start });
  });

  test('two errors within the second of one Date are not a repetition', () => {
    const date = new Date(start).toUTCString();
    const at = (milliseconds: number) =>
      error(start + milliseconds, { digest: null }, { date, cacheControl: null });
    expect(afterAll([at(0), at(900)])).toMatchObject({ mayBeStored: false, repeats: false });
  });

  test('an age counts from the creation of the error', () => {
    expect(afterAll([error(start + 30 * second, {}, { age: '30' })])).toMatchObject({
      repeats: true,
      since: start,
    });
  });

  test('another status or body restarts', () => {
    const later = start + 5 * second;
    expect(afterAll([error(start), error(later, { status: 502 })])).toMatchObject({ since: later });
    expect(afterAll([error(start), error(later, { digest: 'b' })])).toMatchObject({
      repeats: false,
      since: later,
    });
  });

  test('the start is never after the newest error, and a repetition never moves it forward', () => {
    const response = fc.record({
      gap: fc.integer({ min: 0, max: 120 }),
      status: fc.constantFrom(500, 503),
      digest: fc.constantFrom('a', 'b', null),
      age: fc.constantFrom(null, '0', '7', '90'),
      stands: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(response, { minLength: 1, maxLength: 20 }), (responses) => {
        let [known, at, date]: [KnownError | null, number, string] = [null, start, ''];
        for (const { gap, status, digest, age, stands } of responses) {
          at += gap * second;
          date = stands && date !== '' ? date : new Date(at).toUTCString();
          const before: KnownError | null = known;
          known = afterError(before, error(at, { status, digest }, { age, date, cacheControl: null }));
          expect(known.since).toBeLessThanOrEqual(at);
          const isSameStatus = before?.status === status;
          if (known.repeats && isSameStatus && digest !== null && digest === before.digest)
            expect(known.since).toBeLessThanOrEqual(before.since);
          if (!isSameStatus) expect(known.since).toBe(at - second * Number(age ?? 0));
        }
      }),
    );
  });
});

test('the summary has the start time', () => {
  expect(storedErrorSummary(503, null)).toBe('HTTP 503, it may be a stored copy');
  expect(storedErrorSummary(503, start)).toBe('HTTP 503, the same since 04:12:07: it may be a stored copy');
});
