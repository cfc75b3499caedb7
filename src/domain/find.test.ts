import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFindIndex, find } from './find.ts';

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
  ])('%s leads to %j', (query, expected) => {
    expect(names(query)).toEqual(expected);
  });

  it('has whole names before beginnings, and these before words inside', () => {
    expect(names('par')).toEqual(['Paris', 'nod_par1aaaaaaaaaa', 'media-paris-7']);
    expect(names('par1')[0]).toBe('Paris');
  });

  it('counts all and shows the best', () => {
    expect(find([index, index], 'par', 2)).toMatchObject({
      count: 6,
      best: [{ name: 'Paris' }, { name: 'Paris' }],
    });
  });

  it('finds every entry by any part of its text', () => {
    const word = fc
      .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 })
      .filter((text) => /^[^\s]+$/.test(text));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), fc.nat(), (texts, pick) => {
        const chosen = texts[pick % texts.length] ?? '';
        const found = find([createFindIndex(texts.map((text) => entry(text)))], chosen, 100);
        expect(found.best.map(({ name }) => name)).toContain(chosen);
      }),
    );
  });
});
