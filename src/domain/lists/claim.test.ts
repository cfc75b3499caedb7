import { describe, expect, test } from 'vitest';
import {
  type Claim,
  claimOfSum,
  exact,
  figureInWords,
  firstOnly,
  isWeaker,
  nothingListed,
  weakestClaim,
} from './claim.ts';

const known: Claim = { kind: 'known-regions', regions: 7 };
const cut: Claim = { kind: 'at-least', reasons: ['cut'] };

test('a figure from a single truncated response states it, a figure from several lists does not', () => {
  const long: Claim = { kind: 'at-least', reasons: ['cut'], first: 1200 };
  expect(firstOnly(long)).toBe('first 1,200 only');
  expect(firstOnly(claimOfSum(long, { missing: 1 }))).toBe('first 1,200 only');
  expect(firstOnly(weakestClaim([long, { ...long, first: 3 }]))).toBeNull();
  for (const other of [exact, known, cut]) expect(firstOnly(other)).toBeNull();
});

describe('a figure from several lists has the weakest claim, with every reason once', () => {
  test.each([
    ['of no list', [], exact],
    ['of exact lists', [exact, exact], exact],
    ['with one list of known regions', [exact, known], known],
    ['with one truncated list', [known, cut, exact], cut],
    [
      'with two truncated lists',
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
  [
    'one missing value in a truncated list',
    cut,
    1,
    { kind: 'at-least', reasons: ['cut', '1 value could not be read'] },
  ],
] satisfies readonly (readonly [string, Claim, number, Claim])[])(
  'a sum with %s',
  (_case, list, missing, expected) => {
    expect(claimOfSum(list, { missing })).toEqual(expected);
  },
);

test('a figure that is a lower bound says so in text', () => {
  expect(figureInWords({ kind: 'at-least', reasons: ['x'] }, '12')).toBe('at least 12');
  expect(figureInWords({ kind: 'known-regions', regions: 3 }, '12')).toBe('12');
});

test.each([
  [exact, 'The service lists no nodes.'],
  [{ kind: 'known-regions', regions: 1 }, 'The service lists no nodes in the one known region.'],
  [{ kind: 'known-regions', regions: 1200 }, 'The service lists no nodes in 1,200 known regions.'],
  [
    { kind: 'at-least', reasons: ['the service states that there are more, but sent none'] },
    'No nodes were read: the service states that there are more, but sent none.',
  ],
] as const)('the text for an empty list claims no more than is known', (claim, said) => {
  expect(nothingListed('nodes', claim)).toBe(said);
});

test.each<readonly [Claim, Claim, boolean]>([
  [{ kind: 'at-least', reasons: [], first: 100 }, exact, true],
  [{ kind: 'at-least', reasons: [] }, { kind: 'known-regions', regions: 3 }, true],
  [{ kind: 'known-regions', regions: 2 }, { kind: 'known-regions', regions: 3 }, true],
  [{ kind: 'known-regions', regions: 3 }, { kind: 'known-regions', regions: 3 }, false],
  [{ kind: 'at-least', reasons: ['a'] }, { kind: 'at-least', reasons: [] }, false],
  [exact, { kind: 'at-least', reasons: [] }, false],
  [exact, exact, false],
])('%j is weaker than %j: %s', (before, now, expected) => {
  expect(isWeaker(before, now)).toBe(expected);
});
