import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFindIndex, type Findable, find } from './find.ts';

const entry = (name: string, ...texts: string[]) => ({ name, texts: [name, ...texts], to: `/${name}` });
const index = createFindIndex([
  entry('São Paulo', 'gru1'),
  entry('Paris', 'par1'),
  entry('nod_par1aaaaaaaaaa'),
  entry('media-paris-7', 'bkt_00000000000001'),
  entry('bkt_00000000000001x'),
  entry('東京', 'tyo1'),
]);
const names = (query: string, most = 10) => find([index], query, most).best.map(({ name }) => name);

const folded = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll('\u0001', ' ')
    .normalize('NFC');

/**
 * How well a term matches. 0: a complete field, 1: its beginning, 2: the beginning of a word, 3: inside a
 * word, 4: not at all.
 */
function fitOf(texts: readonly string[], term: string): number {
  const fields = texts.map(folded);
  if (fields.includes(term)) return 0;
  if (fields.some((field) => field.startsWith(term))) return 1;
  const befores = fields.flatMap((field) =>
    Array.from(field, (_, at) => (field.startsWith(term, at) ? field.charAt(at - 1) : null)),
  );
  if (befores.some((before) => before !== null && /[^a-z]/.test(before))) return 2;
  return befores.some((before) => before !== null) ? 3 : 4;
}

function oneByOne(entries: readonly Findable[], query: string, most: number) {
  const terms = folded(query)
    .split(' ')
    .filter((term) => term !== '');
  if (terms.length === 0) return { best: [], count: 0 };
  const fitting = entries
    .map((entry) => ({ entry, fit: Math.max(...terms.map((term) => fitOf(entry.texts, term))) }))
    .filter(({ fit }) => fit < 4);
  const best = fitting.toSorted((a, b) => a.fit - b.fit).map(({ entry }) => entry);
  return { best: best.slice(0, most), count: fitting.length };
}

describe('find', () => {
  it.each([
    ['gru1', ['São Paulo']],
    ['SAO PAU', ['São Paulo']],
    ['東', ['東京']],
    ['bkt_00000000000001', ['media-paris-7', 'bkt_00000000000001x']],
    ['media 7', ['media-paris-7']],
    ['paris media nothing', []],
    ['', []],
    ['   ', []],
  ])('%s finds %j', (query, expected) => {
    expect(names(query)).toEqual(expected);
  });

  it('sorts complete names before beginnings, and beginnings before words inside', () => {
    expect(names('par')).toEqual(['Paris', 'nod_par1aaaaaaaaaa', 'media-paris-7']);
    expect(names('par1')[0]).toBe('Paris');
  });

  it('counts all matches and returns the best', () => {
    expect(find([index, index], 'par', 2)).toMatchObject({
      count: 6,
      best: [{ name: 'Paris' }, { name: 'Paris' }],
    });
  });

  it('equals a linear search, with any indexes', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'b', 'A', 'é', '-', '_', ' ', '\u0001'),
      maxLength: 6,
    });
    const entries = fc.array(fc.array(word, { maxLength: 3 }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(entries, { maxLength: 3 }), word, fc.nat(8), (sets, query, most) => {
        const lists = sets.map((each, set) =>
          each.map((texts, at) => ({ name: texts.join(), texts, to: `/${set}/${at}` })),
        );
        expect(find(lists.map(createFindIndex), query, most)).toEqual(oneByOne(lists.flat(), query, most));
      }),
      { numRuns: 500 },
    );
  });
});
