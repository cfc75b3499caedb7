import { describe, expect, test } from 'vitest';
import type { Pagination } from '#contract/decode/list.ts';
import {
  type Claim,
  claimOf,
  claimOfSum,
  exact,
  figureInWords,
  firstOnly,
  nothingListed,
  weakestClaim,
} from './claim.ts';

function claim(count: number, pagination: Partial<Pagination>, repeated = 0): Claim {
  return claimOf({ count, repeated, pagination: { limit: 100, count, hasMore: false, ...pagination } });
}

describe('how complete a list is', () => {
  test('one that repeats ids is no exact one', () => {
    expect(claim(3, {}, 1)).toEqual({ kind: 'at-least', reasons: ['1 item repeats the id of another'] });
    expect(claim(3, {}, 2)).toEqual({ kind: 'at-least', reasons: ['2 items repeat the id of another'] });
  });

  test.each([
    ['all of it', 3, {}, []],
    ['nothing at all', 0, {}, []],
    ['without a count', 3, { count: null }, []],
    [
      'with more to come',
      1200,
      { limit: 1200, hasMore: true },
      ['the list stops at 1,200 and the service says there are more'],
    ],
    [
      'with more to come, of which none came',
      0,
      { hasMore: true },
      ['the service says there are more, but sent none'],
    ],
    ['silent about more', 3, { hasMore: null }, ['the answer does not say whether there are more']],
    ['of another count than it says', 3, { count: 5 }, ['the answer counts 5 items but holds 3']],
    ['past its own limit', 3, { limit: 2 }, ['the answer states a limit of 2 but holds 3']],
    [
      'cut and miscounted',
      3,
      { hasMore: true, count: 5 },
      ['the list stops at 3 and the service says there are more', 'the answer counts 5 items but holds 3'],
    ],
  ] as const)('%s', (_case, rows, pagination, reasons) => {
    expect(claim(rows, pagination)).toMatchObject(reasons.length === 0 ? exact : { kind: 'at-least', reasons });
  });

  test('a figure of the first answer alone says so, one of several lists does not', () => {
    const long = claim(1200, { limit: 1200, hasMore: true });
    expect(firstOnly(long)).toBe('first 1,200 only');
    expect(firstOnly(claimOfSum(long, { missing: 1 }))).toBe('first 1,200 only');
    expect(firstOnly(weakestClaim([long, claim(3, { hasMore: true })]))).toBeNull();
    for (const other of [exact, known, cut, claim(3, { hasMore: null })]) expect(firstOnly(other)).toBeNull();
  });
});

const known: Claim = { kind: 'known-regions', regions: 7 };
const cut: Claim = { kind: 'at-least', reasons: ['cut'] };

describe('a figure made of several has the weakest claim, with every reason once', () => {
  test.each([
    ['of nothing', [], exact],
    ['of exact ones', [exact, exact], exact],
    ['with one of known regions', [exact, known], known],
    ['with one cut', [known, cut, exact], cut],
    [
      'with two cut',
      [cut, { kind: 'at-least', reasons: ['late', 'cut'] }],
      { kind: 'at-least', reasons: ['cut', 'late'] },
    ],
  ] satisfies readonly (readonly [string, readonly Claim[], Claim])[])('%s', (_case, claims, weakest) => {
    expect(weakestClaim(claims)).toEqual(weakest);
  });
});

test.each([
  ['nothing missing', exact, 0, exact],
  ['one missing', exact, 1, { kind: 'at-least', reasons: ['1 value could not be read'] }],
  ['many missing', exact, 1500, { kind: 'at-least', reasons: ['1,500 values could not be read'] }],
  ['one missing of a cut list', cut, 1, { kind: 'at-least', reasons: ['cut', '1 value could not be read'] }],
] satisfies readonly (readonly [string, Claim, number, Claim])[])(
  'a sum with %s',
  (_case, list, missing, expected) => {
    expect(claimOfSum(list, { missing })).toEqual(expected);
  },
);

test('a figure that is a lower bound says so where only text has a place', () => {
  expect(figureInWords({ kind: 'at-least', reasons: ['x'] }, '12')).toBe('at least 12');
  expect(figureInWords({ kind: 'known-regions', regions: 3 }, '12')).toBe('12');
});

test.each([
  [exact, 'The service lists no nodes.'],
  [{ kind: 'known-regions', regions: 1 }, 'The service lists no nodes in the one known region.'],
  [{ kind: 'known-regions', regions: 1200 }, 'The service lists no nodes in 1,200 known regions.'],
  [
    { kind: 'at-least', reasons: ['the service says there are more, but sent none'] },
    'No nodes were read: the service says there are more, but sent none.',
  ],
] as const)('an empty list claims no more than is known of it', (claim, said) => {
  expect(nothingListed('nodes', claim)).toBe(said);
});
