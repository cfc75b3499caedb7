import { expect, test } from 'vitest';
import { type Check, type ContradictionCheck, checkOf } from '../contradictions/checks.ts';
import type { Contradiction } from '../contradictions/contradictions.ts';
import { plain } from '../sentences/clause.ts';
import { type FollowedCheck, followCheck } from './contradiction-changes.ts';

function contradiction(name: string, part: Partial<Contradiction> = {}): Contradiction {
  return {
    kind: 'region-nodes',
    id: `${name} operational`,
    subject: 'region',
    name,
    severity: 'critical',
    sentence: [plain(`${name} operational; its only node is not.`)],
    rows: { page: 'region', id: name },
    ...part,
  };
}

/**
 * Changes that a sequence of checks reports, one check per second. A check contains the names that
 * contradict. `*` before them: the list is truncated.
 */
function told(looks: readonly string[]): readonly string[] {
  let followed: FollowedCheck | undefined;
  return looks.flatMap((names, index) => {
    const isComplete = !names.startsWith('*');
    const found = names.match(/[a-z]/g)?.map((name) => contradiction(name)) ?? [];
    const at = (index + 1) * 1000;
    const check: ContradictionCheck = { check: 'region-nodes', at, found, isComplete };
    const next = followCheck(followed, check, at);
    followed = next.followed;
    return next.changes.map(
      ({ kind, name, at: began, notBefore }) =>
        `${index + 1}: ${name} ${kind}, seen ${began / 1000} not ${(notBefore ?? 0) / 1000}`,
    );
  });
}

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['what the first look finds is no news', ['a', 'a', 'a'], []],
  ['once it was found twice, from when it was first', ['', 'a', 'a', 'a'], ['3: a contradicted, seen 2 not 1']],
  ['not where it was found once', ['', 'a', '', 'a', ''], []],
  ['its end likewise', ['a', '', '', ''], ['3: a contradiction-ended, seen 2 not 1']],
  ['not where it was missed once', ['a', '', 'a', '', 'a'], []],
  [
    'that it began again',
    ['', 'a', 'a', '', '', 'a', 'a'],
    [
      '3: a contradicted, seen 2 not 1',
      '5: a contradiction-ended, seen 4 not 3',
      '7: a contradicted, seen 6 not 5',
    ],
  ],
  ['one beside another', ['a', 'ab', 'ab'], ['3: b contradicted, seen 2 not 1']],
  ['of a list that is cut short nothing ends', ['a', '*', '*', '*'], []],
  ['what more of the list shows was there before', ['*', '*a', '*a', 'ab', 'ab'], []],
  ['but a whole one was there', ['', '*a', '*a'], ['3: a contradicted, seen 2 not 1']],
])('%s', (_case, looks, expected) => {
  expect(told(looks)).toEqual(expected);
});

test('if there are too many to track, none of them ends', () => {
  const many = Array.from({ length: 1001 }, (_, index) => contradiction(`${index}`));
  const check = { check: 'region-nodes', found: many, isComplete: true } as const;
  const { followed } = followCheck(undefined, { ...check, at: 1 }, 1);
  const other = { ...check, found: many.toReversed() };
  const second = followCheck(followed, { ...other, at: 2 }, 2);
  const third = followCheck(second.followed, { ...other, at: 3 }, 3);
  expect([...second.changes, ...third.changes]).toEqual([]);
});

test.each<readonly [Contradiction, Check]>([
  [contradiction('fra1'), 'region-nodes'],
  [contradiction('fra1', { kind: 'versions', id: 'region fra1 status' }), 'versions region'],
  [contradiction('nod_1', { kind: 'versions', id: 'node nod_1 status' }), 'versions node'],
  [contradiction('node x', { kind: 'versions', id: 'status node x status' }), 'versions status'],
])('%o belongs to the check %s', (found, check) => {
  expect(checkOf(found)).toBe(check);
});
