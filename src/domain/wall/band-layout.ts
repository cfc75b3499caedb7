/**
 * Computes the sizes of the bands of a wall screen, and how many fit. A band is a row with the name and state
 * of a problem. Sizes are in units: 1/1080 of a Full HD screen's height.
 */

import type { BandForm } from './bands.ts';
import { roles } from './geometry.ts';

/** Heights of the kinds of bands, and the gap between two bands, in units. */
export const bandUnits = {
  full: 180,
  slim: 94,
  list: 210,
  claim: 150,
  gap: 6,
  /** Height of a band on a narrow screen, with name and state on two lines. */
  narrow: 154,
  /** Height of a band on a narrow screen whose state takes two lines. */
  narrowest: 194,
} as const;

/**
 * Height of the leading band in units: a share of the screen's height within limits, plus growth into unused
 * room.
 */
const lead = { share: 304 / 1080, least: 240, most: 304, growth: 36 } as const;
/** Height of the leading band on a portrait screen, where the duration is below the name. */
const uprightLead = { share: 0.23, least: 340, most: 440, growth: 60 } as const;
/**
 * Height in a leading band besides its name, in units: status word and padding; in portrait also the
 * duration.
 */
const besideName = { wide: 98, upright: 221 } as const;
const lineHeight = 1.05;

/**
 * Limits of the font size of names below the leading band, in units. All these names have the same size, set
 * by the longest one.
 */
export const nameUnits = { most: 84, least: 64 } as const;
export const markUnits = { full: 84, slim: 64, gap: 32, word: 50, since: 34 } as const;
export const innerUnits = 40;
const twoFrom = 1500;

/** Widths of a band's texts, at font size 1. */
export interface BandText {
  readonly form: BandForm;
  readonly name: number;
  readonly time: number;
  /** Width of the status word, which is never cut. */
  readonly word: number;
  readonly since: number;
}

export interface BandRoom {
  readonly width: number;
  readonly height: number;
  readonly isPortrait: boolean;
  readonly isNarrow: boolean;
  readonly side: number;
  /** Height for the bands and the content below them, in units. */
  readonly free: number;
  /** Heights for the content below the bands, in units: reserved (`least`), and useful at most (`most`). */
  readonly below: { readonly least: number; readonly most: number };
  readonly more: number;
}

export interface BandRow {
  readonly height: number;
  readonly form: BandForm;
  readonly bands: readonly number[];
}

export interface BandLayout {
  /** Height and font size of the leading band; `null` if no band leads. */
  readonly lead: { readonly height: number; readonly name: number } | null;
  readonly name: number;
  /** Pages of rows below the leading band, shown in turn. There is at least one page. */
  readonly pages: readonly (readonly BandRow[])[];
  readonly height: number;
}

type Columns = 1 | 2;

function leadOf({ isPortrait, height }: BandRoom) {
  const { share, least, most, growth } = isPortrait ? uprightLead : lead;
  const units = Math.min(most, Math.max(least, share * height));
  const beside = isPortrait ? besideName.upright : besideName.wide;
  return { units, growth, name: Math.min(roles.band, (units - beside) / lineHeight) };
}

/**
 * Returns the font size at which a name fits next to its mark and time. In a band of one line, the status
 * word and start time must fit as well.
 */
function sizeFor({ form, name, time, word, since }: BandText, room: BandRoom, columns: Columns): number {
  const { width, side, isNarrow } = room;
  const { full, slim, gap, word: wordUnits, since: sinceUnits } = markUnits;
  // The form `claim` (the contradicted status) has a font size of its own.
  if (form === 'claim') return nameUnits.most;
  if (isNarrow) return (width - 2 * side - 48 - 20) / name;
  if (form === 'full') {
    const around = columns === 2 ? side + innerUnits : 2 * side;
    return (width / columns - around - full - 2 * gap) / (name + time);
  }
  const beside = form === 'slim' ? word * wordUnits + (hasSince(room) ? since * sinceUnits + gap : 0) + gap : 0;
  return (width - 2 * side - slim - 2 * gap - beside) / (name + time);
}

export function hasSince({ width }: Pick<BandRoom, 'width'>): boolean {
  return width >= twoFrom;
}

function heightOf(form: BandForm, { isNarrow, isPortrait, width }: BandRoom): number {
  if (isNarrow) return isPortrait && width < 480 ? bandUnits.narrowest : bandUnits.narrow;
  return bandUnits[form];
}

function fill(texts: readonly BandText[], from: number, free: number, room: BandRoom, columns: Columns) {
  const rows: BandRow[] = [];
  let left = free + bandUnits.gap;
  let next = from;
  for (let text = texts[next]; text; text = texts[next]) {
    const isPair = columns === 2 && text.form === 'full' && texts[next + 1]?.form === 'full';
    const form = text.form === 'list' && left < heightOf('list', room) + bandUnits.gap ? 'slim' : text.form;
    const height = Math.min(heightOf(form, room), Math.max(free, 0));
    left -= height + bandUnits.gap;
    // If the room is too low for a single band, the band shows as much as fits.
    if (left < 0 && rows.length > 0) break;
    rows.push({ height, form, bands: isPair ? [next, next + 1] : [next] });
    next += isPair ? 2 : 1;
  }
  return { rows, next };
}

function paged(texts: readonly BandText[], free: number, room: BandRoom, columns: Columns) {
  const whole = fill(texts, 0, free, room, columns);
  if (whole.next >= texts.length) return [whole.rows];
  const pages: BandRow[][] = [];
  for (let from = 0; from < texts.length; ) {
    const { rows, next } = fill(texts, from, free - room.more, room, columns);
    pages.push(rows);
    from = next;
  }
  return pages;
}

function heightOfRows(rows: readonly BandRow[]): number {
  return rows.reduce((sum, { height }) => sum + height + bandUnits.gap, 0);
}

/**
 * Lays out bands.
 * @param texts - texts of all bands, most important first
 * @param leading - whether the first band leads if there is room
 */
export function layOutBands(texts: readonly BandText[], leading: boolean, room: BandRoom): BandLayout {
  const { free, below, isNarrow } = room;
  const large = leadOf(room);
  const rest = texts.length - 1;
  const leastRest = rest === 0 ? 0 : bandUnits.gap + bandUnits.slim + (rest > 1 ? room.more : 0);
  const hasLead = leading && !isNarrow && free >= large.units + leastRest;
  const ahead = hasLead ? large.units + (rest > 0 ? bandUnits.gap : 0) : 0;
  const least = hasLead ? large.units + leastRest : leastRest;
  const reserved = free - below.least >= least ? below.least : 0;
  const left = free - reserved - ahead;
  const others = hasLead ? texts.slice(1) : texts;
  // If no full band fits, bands of problems take one line as well.
  const shown: readonly BandText[] =
    isNarrow || left >= bandUnits.full ? others : others.map((text) => ({ ...text, form: 'slim' }));
  const { pages, fitting } = inColumns(shown, left, room);
  const rowsHeight = Math.max(0, ...pages.map(heightOfRows));
  const unused = left + reserved - rowsHeight - below.most - (pages.length > 1 ? room.more : 0);
  const grown = large.units + Math.max(0, Math.min(large.growth, unused));
  const offset = hasLead ? 1 : 0;
  return {
    lead: hasLead ? { height: grown, name: large.name } : null,
    name: Math.floor(Math.max(isNarrow ? roles.component : nameUnits.least, fitting)),
    pages: pages.map((rows) => rows.map((row) => ({ ...row, bands: row.bands.map((band) => band + offset) }))),
    height: (hasLead ? grown : -bandUnits.gap) + rowsHeight,
  };
}

/** Chooses two columns, or one if all bands still fit in it and longer names are not cut there. */
function inColumns(texts: readonly BandText[], free: number, room: BandRoom) {
  const choiceOf = (columns: Columns) => ({
    pages: paged(texts, free, room, columns),
    fitting: Math.min(nameUnits.most, ...texts.map((text) => sizeFor(text, room, columns))),
  });
  const single = choiceOf(1);
  if (room.isNarrow || room.width < twoFrom) return single;
  const double = choiceOf(2);
  return double.fitting < nameUnits.least && single.pages.length === 1 ? single : double;
}
