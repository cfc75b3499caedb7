import { expect, test } from 'vitest';
import { identify } from '../verdict/verdict.ts';
import { changesBetween, type SeenSubject, type SeenSubjects } from './changes.ts';

function sights(words: Readonly<Record<string, string | null>>): SeenSubjects {
  return new Map(Object.entries(words).map(([id, word]) => [id, { name: `the ${id}`, word }]));
}

test.each([
  ['nothing', { a: 'up' }, { a: 'up' }, true, []],
  ['a word', { a: 'up' }, { a: 'down' }, true, [['state', 'a', 'up', 'down']]],
  ['a word that is no longer sent', { a: 'up' }, { a: null }, true, [['state', 'a', 'up', null]]],
  ['only its spelling', { a: 'up' }, { a: 'UP' }, true, [['state', 'a', 'up', 'UP']]],
  ['something new', {}, { a: 'up' }, true, [['appeared', 'a', null, 'up']]],
  ['something gone', { a: 'up' }, {}, true, [['gone', 'a', 'up', null]]],
  ['something new in a cut list', {}, { a: 'up' }, false, []],
  ['something gone from a cut list', { a: 'up' }, {}, false, []],
  ['a word in a cut list', { a: 'up' }, { a: 'down' }, false, [['state', 'a', 'up', 'down']]],
] as const)('changes: %s', (_case, before, after, complete, expected) => {
  const changes = changesBetween('node', sights(before), sights(after), { notBefore: 3, at: 7 }, complete);
  expect(changes.map(({ kind, id, from, to }) => [kind, id, from, to])).toEqual(expected);
  for (const change of changes)
    expect(change).toMatchObject({ at: 7, notBefore: 3, subject: 'node', name: `the ${change.id}` });
});

test('each change has the region of its subject', () => {
  const in1 = (word: string): SeenSubjects => new Map([['a', { name: 'a', word, region: 'fra1' }]]);
  const between = { notBefore: 3, at: 7 };
  expect(changesBetween('node', in1('up'), in1('down'), between, true)[0]?.region).toBe('fra1');
  expect(changesBetween('region', in1('up'), in1('down'), between, true)[0]?.region).toBe('a');
  expect(
    changesBetween('component', sights({ a: 'up' }), sights({ a: 'down' }), between, true)[0]?.region,
  ).toBe(null);
});

test.each([
  ['another region', { region: 'fra1' }, { region: 'lhr1' }, [['moved', 'fra1', 'lhr1', 'lhr1']]],
  ['another capacity', { capacity: '40G' }, { capacity: '100G' }, [['capacity', '40G', '100G', null]]],
  ['one that was not sent before', { region: null }, { region: 'lhr1', capacity: '1G' }, []],
  ['one that is not sent any more', { region: 'fra1', capacity: '1G' }, { region: 'fra1', capacity: null }, []],
] as const)('a node has %s', (_case, before, after, expected) => {
  const seen = (part: Pick<SeenSubject, 'region' | 'capacity'>): SeenSubjects =>
    new Map([['a', { name: 'a', word: 'up', ...part }]]);
  // The same result in a truncated list, because the node is in both lists.
  const changes = changesBetween('node', seen(before), seen(after), { notBefore: 3, at: 7 }, false);
  expect(changes.map(({ kind, from, to, region }) => [kind, from, to, region])).toEqual(expected);
});

test('entries with the same name are distinguished by their occurrence', () => {
  const [first, second, other] = identify(['API', 'API', 'Cache'], (name) => name);
  expect(first?.id).toBe('API');
  expect(second?.id).not.toBe('API');
  expect(other?.id).toBe('Cache');
});
