import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identify } from '../verdict/verdict.ts';
import { changesBetween, type SeenSubject } from './changes.ts';
import { observe, type Run } from './observation.ts';

interface Look {
  readonly at: number;
  readonly word: string;
  readonly vouchedFor: number;
}

/** Random observations in order of time. */
const looks: fc.Arbitrary<readonly Look[]> = fc
  .array(
    fc.tuple(fc.integer({ min: 1, max: 100 }), fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 60 })),
  )
  .map((steps) => {
    let at = 0;
    return steps.map(([after, word, vouchedFor]) => {
      at += after;
      return { at, word, vouchedFor };
    });
  });

function runsOf(all: readonly Look[]): readonly Run<string>[] {
  return all.reduce<readonly Run<string>[]>(
    (runs, { at, word, vouchedFor }) => observe(runs, word, at, at + vouchedFor),
    [],
  );
}

describe('time without observation is a gap, never a guess', () => {
  test('a run covers a moment only if the validity period of one of its observations does', () => {
    fc.assert(
      fc.property(looks, (all) => {
        for (const run of runsOf(all))
          for (const moment of [run.from, run.to - 0.5])
            expect(
              all.some(
                ({ at, word, vouchedFor }) => word === run.value && at <= moment && moment <= at + vouchedFor,
              ),
            ).toBe(true);
      }),
    );
  });

  test('runs do not overlap, and every observation lies in a run of its word', () => {
    fc.assert(
      fc.property(looks, (all) => {
        const runs = runsOf(all);
        for (const [index, run] of runs.entries()) {
          expect(run.to).toBeGreaterThanOrEqual(run.from);
          expect(run.from).toBeGreaterThanOrEqual(runs[index - 1]?.to ?? 0);
        }
        for (const { at, word } of all)
          expect(runs.some((run) => run.value === word && run.from <= at && at <= run.to)).toBe(true);
      }),
    );
  });
});

describe('what changed', () => {
  const sights = fc
    .dictionary(
      fc.constantFrom('a', 'b', 'c', '__proto__'),
      fc.option(fc.constantFrom('operational', 'wobbly')),
    )
    .map(
      (words) =>
        new Map<string, SeenSubject>(Object.entries(words).map(([id, word]) => [id, { name: id, word }])),
    );

  test('changes between complete responses turn one into the other', () => {
    fc.assert(
      fc.property(sights, sights, (before, after) => {
        const replayed = new Map(before);
        for (const { kind, id, name, to } of changesBetween(
          'node',
          before,
          after,
          { notBefore: 0, at: 0 },
          true,
        ))
          if (kind === 'gone') replayed.delete(id);
          else replayed.set(id, { name, word: to });
        expect(replayed).toStrictEqual(after);
      }),
    );
  });

  test('in a truncated list nothing appears or vanishes', () => {
    fc.assert(
      fc.property(sights, sights, (before, after) => {
        const changes = changesBetween('node', before, after, { notBefore: 0, at: 0 }, false);
        expect(changes.every(({ kind }) => kind === 'state')).toBe(true);
      }),
    );
  });

  test('repeated names have different identities', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('A', 'B', '', '__proto__')), (names) => {
        const identified = identify(names, (name) => name);
        expect(identified.map(({ item }) => item)).toStrictEqual(names);
        expect(new Set(identified.map(({ id }) => id)).size).toBe(names.length);
      }),
    );
  });
});
