import { describe, expect, test } from 'vitest';
import type { Pagination } from '#contract/decode/list.ts';
import { type Claim, exact } from '../claim.ts';
import { claimOf } from './page.ts';

function claim(count: number, pagination: Partial<Pagination>, repeated = 0): Claim {
  return claimOf({ count, repeated, pagination: { limit: 100, count, hasMore: false, ...pagination } });
}

describe('the claim of a response', () => {
  test('a response with repeated ids is not exact', () => {
    expect(claim(3, {}, 1)).toEqual({ kind: 'at-least', reasons: ['1 item repeats the id of another'] });
    expect(claim(3, {}, 2)).toEqual({ kind: 'at-least', reasons: ['2 items repeat the id of another'] });
  });

  test.each([
    ['complete', 3, {}, []],
    ['empty and complete', 0, {}, []],
    ['without a count', 3, { count: null }, []],
    [
      'with more items',
      1200,
      { limit: 1200, hasMore: true },
      ['the list stops at 1,200 and the service states that there are more'],
    ],
    [
      'with more items announced, but none sent',
      0,
      { hasMore: true },
      ['the service states that there are more, but sent none'],
    ],
    ['without has_more', 3, { hasMore: null }, ['the response does not state whether there are more']],
    ['with another count than stated', 3, { count: 5 }, ['the response states 5 items but has 3']],
    ['past its own limit', 3, { limit: 2 }, ['the response states a limit of 2 but has 3']],
    [
      'truncated and miscounted',
      3,
      { hasMore: true, count: 5 },
      [
        'the list stops at 3 and the service states that there are more',
        'the response states 5 items but has 3',
      ],
    ],
  ] as const)('%s', (_case, rows, pagination, reasons) => {
    expect(claim(rows, pagination)).toMatchObject(reasons.length === 0 ? exact : { kind: 'at-least', reasons });
  });

  test('a truncated response states its number of rows', () => {
    expect(claim(1200, { limit: 1200, hasMore: true })).toMatchObject({ first: 1200 });
    expect(claim(3, { hasMore: null })).not.toHaveProperty('first');
  });
});
