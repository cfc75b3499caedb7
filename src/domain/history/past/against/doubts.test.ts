import { expect, test } from 'vitest';
import { doubtsOf, type NamedThen } from './doubts.ts';

const named = (name: string, known: NamedThen['list']['known'], isWhole = true): NamedThen => ({
  name,
  list: { known, isWhole },
});

test.each([
  ['nothing of two complete lists', 'complete', true, 'complete', true, []],
  ['nothing of a moment without coverage, which the page names itself', 'none', false, 'complete', true, []],
  [
    'a truncated list',
    'complete',
    true,
    'complete',
    false,
    ['The list of B may not be complete, so it does not prove that something was missing.'],
  ],
  [
    'two truncated lists once',
    'complete',
    false,
    'complete',
    false,
    ['Neither list is known to be complete, so neither proves that something was missing.'],
  ],
  [
    'states that are not known exactly',
    'partial',
    true,
    'complete',
    true,
    ['Not every state is known exactly, so a change of state is not certain.'],
  ],
] as const)('doubts name %s', (_name, known, isWhole, later, isLaterWhole, expected) => {
  expect(doubtsOf(named('A', known, isWhole), named('B', later, isLaterWhole), true)).toEqual(expected);
});

test('lists without states lose nothing by states that are not known', () => {
  expect(doubtsOf(named('A', 'partial'), named('B', 'complete'), false)).toEqual([]);
});
