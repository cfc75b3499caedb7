import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Claim, exact } from '#domain/lists/claim.ts';
import { type FigureThen, figureDifference } from './figure-difference.ts';

const atLeast: Claim = { kind: 'at-least', reasons: ['truncated'] };
const regions = (count: number): Claim => ({ kind: 'known-regions', regions: count });

const figure: fc.Arbitrary<FigureThen> = fc.record({
  value: fc.oneof(fc.nat(), fc.bigInt({ min: 0n, max: 2n ** 70n })),
  claim: fc.constantFrom(exact, atLeast, regions(2), regions(3)),
  isObserved: fc.boolean(),
});

const mirrorBound = { exact: 'exact', least: 'most', most: 'least' } as const;

test('a figure against itself differs by nothing', () => {
  fc.assert(
    fc.property(figure, (a) => {
      expect(BigInt(figureDifference(a, a)?.value ?? 0)).toBe(0n);
    }),
  );
});

test('a swap changes the sign and the bound, never the claim', () => {
  fc.assert(
    fc.property(figure, figure, (a, b) => {
      const [there, back] = [figureDifference(a, b), figureDifference(b, a)];
      expect(there === null).toBe(back === null);
      if (!there || !back) return;
      expect(BigInt(back.value)).toBe(-BigInt(there.value));
      expect(back.claim).toEqual(there.claim);
      expect(back.bound).toBe(mirrorBound[there.bound]);
    }),
  );
});

test('a difference is exact only if both figures are complete and observed', () => {
  fc.assert(
    fc.property(figure, figure, (a, b) => {
      const difference = figureDifference(a, b);
      if (difference?.claim.kind === 'exact') {
        expect([a.claim, b.claim]).toEqual([exact, exact]);
        expect(a.isObserved && b.isObserved).toBe(true);
      }
      if (difference?.bound === 'exact') expect(difference.claim.kind).not.toBe('at-least');
    }),
  );
});

test.each([
  [exact, atLeast, 'least'],
  [atLeast, exact, 'most'],
  [regions(2), regions(2), 'exact'],
] as const)('from %o to %o the bound is %s', (before, after, bound) => {
  expect(
    figureDifference(
      { value: 4, claim: before, isObserved: true },
      { value: 7, claim: after, isObserved: true },
    ),
  ).toMatchObject({ value: 3, bound });
});

test.each([
  [atLeast, atLeast],
  [regions(2), regions(3)],
  [exact, regions(3)],
] as const)('nothing is known of the difference from %o to %o', (before, after) => {
  expect(
    figureDifference(
      { value: 4, claim: before, isObserved: true },
      { value: 7, claim: after, isObserved: true },
    ),
  ).toBeNull();
});
