import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Claim, exact } from '#domain/lists/claim.ts';
import { type FigureThen, figureDifference } from './figure-difference.ts';

const atLeast: Claim = { kind: 'at-least', reasons: ['truncated'] };
type Scope = Pick<FigureThen, 'claim' | 'regions'>;
const all: Scope = { claim: exact, regions: [] };
const open: Scope = { claim: atLeast, regions: [] };
const known = (...regions: readonly string[]): Scope => ({
  claim: { kind: 'known-regions', regions: regions.length },
  regions,
});

const figure: fc.Arbitrary<FigureThen> = fc
  .record({
    value: fc.oneof(fc.nat(), fc.bigInt({ min: 0n, max: 2n ** 70n })),
    scope: fc.constantFrom(all, open, known('fra1', 'iad1'), known('fra1', 'sin1'), known('fra1')),
    isObserved: fc.boolean(),
  })
  .map(({ scope, ...rest }) => ({ ...rest, ...scope }));

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
  [all, open, 'least'],
  [open, all, 'most'],
  [known('fra1', 'iad1'), known('iad1', 'fra1'), 'exact'],
] as const)('from %o to %o the bound is %s', (before, after, bound) => {
  expect(
    figureDifference({ value: 4, isObserved: true, ...before }, { value: 7, isObserved: true, ...after }),
  ).toMatchObject({ value: 3, bound });
});

test.each([
  [open, open],
  [known('fra1', 'iad1'), known('fra1', 'iad1', 'sin1')],
  [known('fra1', 'iad1'), known('fra1', 'sin1')],
  [all, known('fra1')],
])('nothing is known of the difference from %o to %o', (before, after) => {
  expect(
    figureDifference({ value: 4, isObserved: true, ...before }, { value: 7, isObserved: true, ...after }),
  ).toBeNull();
});
