/** How large the bands of a wall are and how many of them fit: pure, in units of the wall's picture. */

import type { BandForm } from './bands.ts';
import { roles } from './geometry.ts';

/** Heights of bands on a screen of 1,080 units, and between two of them. */
export const bandUnits = {
  full: 180,
  slim: 94,
  list: 210,
  claim: 150,
  gap: 6,
  /** Which and what in two lines, all alike, where there is room for nothing else. */
  narrow: 154,
  /** The same where a state may take two lines. */
  narrowest: 194,
} as const;

/** A leading band: as high as the screen allows, and no higher than its letters need but for room that is left over. */
const lead = { share: 304 / 1080, least: 240, most: 304, growth: 36 } as const;
/** Upright, since when stands below the name. */
const uprightLead = { share: 0.23, least: 340, most: 440, growth: 60 } as const;
/** What a leading band holds besides its name: its word and the room around; upright, since when as well. */
const besideName = { wide: 98, upright: 221 } as const;
const lineHeight = 1.05;

/** Of names below the leading one: one size for all, which the longest decides. */
export const nameUnits = { most: 84, least: 64 } as const;
/** Marks, and the word and moment of a band of one line. */
export const markUnits = { full: 84, slim: 64, gap: 32, word: 50, since: 34 } as const;
/** Between the inner edge of a band and what stands in it, where two stand beside each other. */
export const innerUnits = 40;
/** From this width on two bands stand beside each other. */
const twoFrom = 1500;

/** Widths of texts set in 1 unit. */
export interface BandText {
  readonly form: BandForm;
  readonly name: number;
  readonly time: number;
  /** Its state; it is never cut. */
  readonly word: number;
  readonly since: number;
}

export interface BandRoom {
  readonly width: number;
  /** Of the whole screen. */
  readonly height: number;
  readonly isPortrait: boolean;
  readonly isNarrow: boolean;
  /** Between the picture and the sides of the screen. */
  readonly side: number;
  /** For bands and what stands below them. */
  readonly free: number;
  /** Of that, what is kept for what stands below, and what would be made use of there. */
  readonly below: { readonly least: number; readonly most: number };
  /** Of the line that says how many more there are. */
  readonly more: number;
}

export interface BandRow {
  readonly height: number;
  readonly form: BandForm;
  /** Places of its bands, one or two, among those that were given. */
  readonly bands: readonly number[];
}

export interface BandLayout {
  /** `null` where no band stands out. */
  readonly lead: { readonly height: number; readonly name: number } | null;
  /** Size of every name below the leading one. */
  readonly name: number;
  /** What is shown below the leading band, turn by turn; at least one page. */
  readonly pages: readonly (readonly BandRow[])[];
  /** Height of the bands together, gaps included. */
  readonly height: number;
}

type Columns = 1 | 2;

function leadOf({ isPortrait, height }: BandRoom) {
  const { share, least, most, growth } = isPortrait ? uprightLead : lead;
  const units = Math.min(most, Math.max(least, share * height));
  const beside = isPortrait ? besideName.upright : besideName.wide;
  return { units, growth, name: Math.min(roles.band, (units - beside) / lineHeight) };
}

/** The size at which a name fits beside its mark, its time and, in one line, its word and its moment. */
function sizeFor({ form, name, time, word, since }: BandText, room: BandRoom, columns: Columns): number {
  const { width, side, isNarrow } = room;
  const { full, slim, gap, word: wordUnits, since: sinceUnits } = markUnits;
  // Its letters have a size of their own.
  if (form === 'claim') return nameUnits.most;
  if (isNarrow) return (width - 2 * side - 48 - 20) / name;
  if (form === 'full') {
    const around = columns === 2 ? side + innerUnits : 2 * side;
    return (width / columns - around - full - 2 * gap) / (name + time);
  }
  const beside = form === 'slim' ? word * wordUnits + (hasSince(room) ? since * sinceUnits + gap : 0) + gap : 0;
  return (width - 2 * side - slim - 2 * gap - beside) / (name + time);
}

/** Whether a band of one line has room for the moment beside the duration. */
export function hasSince({ width }: Pick<BandRoom, 'width'>): boolean {
  return width >= twoFrom;
}

function heightOf(form: BandForm, { isNarrow, isPortrait, width }: BandRoom): number {
  if (isNarrow) return isPortrait && width < 480 ? bandUnits.narrowest : bandUnits.narrow;
  return bandUnits[form];
}

/** Rows from the band at `from` on, as many as fit. */
function fill(texts: readonly BandText[], from: number, free: number, room: BandRoom, columns: Columns) {
  const rows: BandRow[] = [];
  let left = free + bandUnits.gap;
  let next = from;
  for (let text = texts[next]; text; text = texts[next]) {
    const isPair = columns === 2 && text.form === 'full' && texts[next + 1]?.form === 'full';
    const form = text.form === 'list' && left < heightOf('list', room) + bandUnits.gap ? 'slim' : text.form;
    const height = Math.min(heightOf(form, room), Math.max(free, 0));
    left -= height + bandUnits.gap;
    // A room too low for a single band shows as much of it as there is.
    if (left < 0 && rows.length > 0) break;
    rows.push({ height, form, bands: isPair ? [next, next + 1] : [next] });
    next += isPair ? 2 : 1;
  }
  return { rows, next };
}

/** All of them page by page. */
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
 * @param texts - of all bands, the most telling first.
 * @param leading - whether the first stands out where there is room for it.
 */
export function layOutBands(texts: readonly BandText[], leading: boolean, room: BandRoom): BandLayout {
  const { free, below, isNarrow } = room;
  const large = leadOf(room);
  const rest = texts.length - 1;
  const leastRest = rest === 0 ? 0 : bandUnits.gap + bandUnits.slim + (rest > 1 ? room.more : 0);
  const hasLead = leading && !isNarrow && free >= large.units + leastRest;
  const ahead = hasLead ? large.units + (rest > 0 ? bandUnits.gap : 0) : 0;
  const least = hasLead ? large.units + leastRest : leastRest;
  const kept = free - below.least >= least ? below.least : 0;
  const left = free - kept - ahead;
  const others = hasLead ? texts.slice(1) : texts;
  // Where not even one of them fits, what is broken takes one line as well.
  const shown: readonly BandText[] =
    isNarrow || left >= bandUnits.full ? others : others.map((text) => ({ ...text, form: 'slim' }));
  const { pages, fitting } = inColumns(shown, left, room);
  const rowsHeight = Math.max(0, ...pages.map(heightOfRows));
  const unused = left + kept - rowsHeight - below.most - (pages.length > 1 ? room.more : 0);
  const grown = large.units + Math.max(0, Math.min(large.growth, unused));
  const offset = hasLead ? 1 : 0;
  return {
    lead: hasLead ? { height: grown, name: large.name } : null,
    name: Math.floor(Math.max(isNarrow ? roles.component : nameUnits.least, fitting)),
    pages: pages.map((rows) => rows.map((row) => ({ ...row, bands: row.bands.map((band) => band + offset) }))),
    height: (hasLead ? grown : -bandUnits.gap) + rowsHeight,
  };
}

/** Two in a row, or each in its own where that leaves none out and lets longer names stand whole. */
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
