import { describe, expect, test } from 'vitest';
import { exact } from '#domain/lists/claim.ts';
import { type ListStatement, looksUnfiltered, type Presence, presenceOf, statementOf } from './presence.ts';

const cut = { kind: 'at-least', reasons: ['the list stops at 100'] } as const;

describe('the statement of a list about a code', () => {
  test.each([
    ['offered', exact, 3, 'named'],
    ['offered', exact, 0, 'absent'],
    ['offered', cut, 0, 'cut'],
    ['offered', cut, 1, 'named'],
    ['waiting', undefined, undefined, 'waiting'],
    ['offered', exact, undefined, 'waiting'],
    ['failing', undefined, undefined, 'unread'],
    ['refused', undefined, undefined, 'unread'],
    ['failing', exact, 0, 'absent'],
    ['not-offered', undefined, undefined, 'silent'],
  ] as const)('%s, %j, %s rows: %s', (availability, claim, count, testimony) => {
    expect(statementOf(availability, claim, count)).toBe(testimony);
  });
});

describe('a region code', () => {
  const cases: readonly (readonly [readonly ListStatement[], Presence])[] = [
    [['waiting', 'named'], 'present'],
    [['absent', 'waiting'], 'waiting'],
    [['absent', 'absent', 'silent'], 'nowhere'],
    [['absent', 'cut'], 'not-found'],
    [['absent', 'unread'], 'not-found'],
    [['silent', 'silent'], 'unlisted'],
  ];
  test.each(cases)('with lists that say %j is %s', (testimonies, presence) => {
    expect(presenceOf(testimonies)).toBe(presence);
  });
});

describe('a response for one region', () => {
  const ids = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `ast_${from + index}`);
  test.each([
    ['the same ids', ids(0, 100), ids(0, 100), true],
    ['nearly the same, read at another moment', ids(3, 103), ids(0, 100), true],
    ['other ids', ids(500, 600), ids(0, 100), false],
    ['a part of the whole list', ids(0, 40), ids(0, 100), false],
    ['half the same', ids(50, 150), ids(0, 100), false],
    ['nothing', [], [], false],
  ])('with %s', (_name, filtered, unfiltered, ignored) => {
    expect(looksUnfiltered(filtered, unfiltered)).toBe(ignored);
  });
});
