import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BandRoom, type BandText, bandUnits, layOutBands, nameUnits } from './band-layout.ts';
import type { BandForm } from './bands.ts';

/** Widths of the texts of a band, in letter heights. A letter is about half as wide as high. */
const text = (form: BandForm, letters: number, time = 6): BandText => ({
  form,
  name: letters * 0.45,
  time: time * 0.45,
  word: 11 * 0.5,
  since: 14 * 0.5,
});
const many = (count: number, form: BandForm, letters: number) =>
  Array.from({ length: count }, () => text(form, letters));

const wide: BandRoom = {
  width: 1920,
  height: 1080,
  isPortrait: false,
  isNarrow: false,
  side: 72,
  free: 815,
  below: { least: 80, most: 222 },
  more: 58,
};
const upright: BandRoom = { ...wide, width: 1077, height: 1914, isPortrait: true, free: 1640 };
const narrow: BandRoom = { ...wide, width: 560, height: 316, isNarrow: true, side: 37, free: 185, more: 44 };

const shape = (layout: ReturnType<typeof layOutBands>) =>
  layout.pages.map((rows) => rows.map(({ form, bands }) => `${form} ${bands.join()}`).join(' | '));

describe('the layout of bands', () => {
  it('a single problem has the largest letters', () => {
    const { lead, pages, height } = layOutBands([text('full', 12)], true, wide);
    expect(lead).toEqual({ height: 340, name: 196 });
    expect(pages).toEqual([[]]);
    expect(height).toBe(340);
  });

  it('a status document above seven vanished components', () => {
    const layout = layOutBands([text('full', 12), text('list', 18)], true, wide);
    expect(layout.lead?.name).toBe(196);
    expect(shape(layout)).toEqual(['list 1']);
    expect(layout.pages[0]?.[0]?.height).toBe(bandUnits.list);
  });

  it('minor problems do not shrink a major outage', () => {
    const names = [0, 1, 2, 3, 40].map(
      (mild) => layOutBands([text('full', 12), ...many(mild, 'full', 12)], true, wide).lead?.name,
    );
    expect(new Set(names)).toEqual(new Set([196]));
  });

  it('two bands share a row, an odd last one spans it, a one-line band takes half the height', () => {
    const three = layOutBands([text('full', 12), ...many(3, 'full', 11)], true, wide);
    expect(shape(three)).toEqual(['full 1,2 | full 3']);
    const mixed = layOutBands([text('full', 12), ...many(2, 'full', 11), text('slim', 6)], true, wide);
    expect(shape(mixed)).toEqual(['full 1,2 | slim 3']);
    expect(mixed.height - (mixed.lead?.height ?? 0)).toBe(6 + 180 + 6 + 94);
  });

  it('all names have one size, at which the longest fits', () => {
    const name = (letters: number) =>
      layOutBands([text('full', 12), text('full', 5), text('full', letters)], true, wide).name;
    expect(name(8)).toBe(nameUnits.most);
    expect(name(14)).toBeLessThan(nameUnits.most);
    expect(name(14)).toBeGreaterThan(nameUnits.least);
  });

  it('names too long for half a row have a row each if all still fit', () => {
    const layout = layOutBands(many(3, 'full', 24), false, wide);
    expect(shape(layout)).toEqual(['full 0 | full 1 | full 2']);
    expect(layout.name).toBe(nameUnits.most);
    const crowd = layOutBands(many(9, 'full', 46), false, wide);
    expect(crowd.name).toBe(nameUnits.least);
    expect(shape(crowd)[0]).toBe('full 0,1 | full 2,3 | full 4,5');
  });

  it('forty problems are shown in pages, each once', () => {
    const layout = layOutBands([text('full', 12), ...many(39, 'full', 12)], true, wide);
    const shown = layout.pages.flatMap((rows) => rows.flatMap(({ bands }) => bands));
    expect(shown).toEqual(Array.from({ length: 39 }, (_, index) => index + 1));
    expect(layout.pages.length).toBeGreaterThan(5);
  });

  it('a portrait screen has one band in each row, and a leading band in two parts', () => {
    const layout = layOutBands([text('full', 12), ...many(3, 'full', 12)], true, upright);
    expect(shape(layout)).toEqual(['full 1 | full 2 | full 3']);
    expect(layout.lead).toEqual({ height: 500, name: 196 });
  });

  it('a low screen has a lower leading band, and one-line bands', () => {
    const low = { ...wide, width: 1149, height: 646, free: 424 };
    const layout = layOutBands([text('full', 12), ...many(2, 'full', 12)], true, low);
    expect(layout.lead?.height).toBe(240);
    expect(shape(layout)[0]).toMatch(/^slim 1/);
  });

  it('at a long distance all bands are alike', () => {
    const layout = layOutBands([text('full', 12), ...many(2, 'full', 12)], true, narrow);
    expect(layout.lead).toBeNull();
    expect(layout.pages).toHaveLength(3);
    expect(layout.pages[0]?.[0]?.height).toBeLessThanOrEqual(bandUnits.narrow);
  });

  it('with any bands: each once, in order, and never higher than the room', () => {
    const anyText = fc
      .tuple(fc.constantFrom<BandForm>('full', 'slim', 'list'), fc.integer({ min: 0, max: 80 }))
      .map(([form, letters]) => text(form, letters));
    fc.assert(
      fc.property(
        fc.array(anyText, { minLength: 1, maxLength: 60 }),
        fc.boolean(),
        fc.constantFrom(wide, upright, narrow, { ...wide, width: 2025, height: 854, free: 600 }),
        (texts, leading, room) => {
          const { lead, pages, height, name } = layOutBands(texts, leading, room);
          const shown = pages.flatMap((rows) => rows.flatMap(({ bands }) => bands));
          expect([...(lead ? [0] : []), ...shown]).toEqual(texts.map((_, index) => index));
          expect(height + (pages.length > 1 ? room.more : 0)).toBeLessThanOrEqual(room.free);
          expect(name).toBeLessThanOrEqual(nameUnits.most);
        },
      ),
    );
  });
});
