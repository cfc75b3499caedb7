/** From regions with degrees to what is drawn: marks that do not hide each other and names that do not overlap. */

import type { Point } from '#app/url/map-view.ts';
import { compareStates, type State } from '#domain/severity/classify.ts';
import { isGood } from '#domain/severity/severity.ts';
import { compareTexts } from '#domain/text/compare-texts.ts';
import { settled } from '#domain/text/visible-text.ts';
import { type Disc, fanOut } from './fan-out.ts';
import { type InsetFrame, insetIn } from './inset-frame.ts';
import { type Box, type LabelWish, placeLabels } from './labels.ts';
import { type Degrees, project as projectWorld } from './projection.ts';

/** A region as the map draws it. */
export interface MapPlace extends Degrees {
  readonly code: string;
  /** City; `null` where none is given. */
  readonly name: string | null;
  readonly zone: string | null;
  /** As sent; `null` where none is given. */
  readonly country: string | null;
  readonly state: State;
  /** What its mark is sized by; `null` where that is not known. */
  readonly value: number | null;
  /** The same as a figure, "24", and in words, "24 nodes"; empty where that is not known. */
  readonly figure: string;
  readonly amount: string;
  /** Why it may stand elsewhere; `null` where nothing speaks for that. */
  readonly doubt: string | null;
  /** Epoch milliseconds since when it is not good; `undefined` where nobody knows. */
  readonly since?: number;
  /** Its accessible name: what it is, how it is, how much it has. */
  readonly label: string;
  /** Where its mark leads. */
  readonly to: string;
}

export interface Mark extends Point {
  readonly place: MapPlace;
  readonly radius: number;
  /** Where it belongs, when it had to give way; `null` where it stands there. */
  readonly home: Point | null;
}

export interface Name extends Point {
  readonly place: MapPlace;
  /** The city of a problem, cut where it is long; `null` where the code alone is shown. */
  readonly city: string | null;
  readonly urgent: boolean;
  /** Where a line from its mark meets the name; `null` where it stands right beside. */
  readonly line: Point | null;
}

export interface MapLayout {
  /** Worst first; of equals the larger first. */
  readonly marks: readonly Mark[];
  readonly names: readonly Name[];
}

export interface PlaneLayout extends MapLayout {
  /** Around the places that another map shows larger; `null` where there is none. */
  readonly inset: InsetFrame | null;
}

/** The world is about this large, plane units squared: how crowded it is decides how large marks are. */
const worldArea = 450_000;
const radii = { largest: 6, least: 1.6, problem: 10, leastProblem: 5 } as const;
/** Of the largest radius where nothing tells one place from another. */
const oneSize = 0.7;
const longestName = 24;
const leastMoved = 1.5;

/** The largest radius that leaves the ground visible between so many marks, pixels at a desk. */
function largestRadius(places: number, deskArea: number): number {
  const room = Math.sqrt(deskArea / Math.max(1, places));
  return Math.min(Math.max(room * 0.12, radii.least), radii.largest);
}

function radiusOf(place: MapPlace, most: number, largest: number): number {
  // The shape must be told apart at any size, only a disc may become a dot; and no good mark may outweigh it.
  if (!isGood(place.state.severity)) return Math.min(Math.max(largest * 2, radii.leastProblem), radii.problem);
  const share = most > 0 ? Math.sqrt((place.value ?? 0) / most) : oneSize;
  return Math.max(radii.least, largest * 0.35, largest * share);
}

/** Worst first, then largest, then by code: the order of focus, of names, and of who stays where. */
export function byUrgency(a: MapPlace, b: MapPlace): number {
  return compareStates(a.state, b.state) || (b.value ?? 0) - (a.value ?? 0) || compareTexts(a.code, b.code);
}

/** A name that fits the map. */
export function shortened(name: string): string {
  const letters = Array.from(settled(name));
  return letters.length > longestName
    ? `${letters
        .slice(0, longestName - 1)
        .join('')
        .trimEnd()}…`
    : letters.join('');
}

interface MarkOptions {
  /** Pixels to a plane unit. */
  readonly scale: number;
  /** 1 at a desk; larger where it is read from afar. */
  readonly factor?: number;
  /** Degrees to plane units; absent for the plane of the world. */
  readonly project?: (place: Degrees) => Point;
  /** How large the part of the plane is that the places stand in, plane units squared. */
  readonly area?: number;
}

export interface LayoutOptions extends MarkOptions {
  /** Where names may stand, pixels of the plane; absent where it can be moved. */
  readonly frame?: Box | undefined;
  /** The width of a text, pixels. */
  readonly measure: (text: string, kind: 'city' | 'code') => number;
  /** Codes of the places that another map shows larger, and names: here none of them has its name. */
  readonly inset?: { readonly codes: ReadonlySet<string>; readonly label: string } | undefined;
}

/** The marks of places, worst first, none of which hides another. */
export function placeMarks(
  places: readonly MapPlace[],
  { scale, factor = 1, project = projectWorld, area = worldArea }: MarkOptions,
): readonly Mark[] {
  const ordered = places.toSorted(byUrgency);
  const most = Math.max(0, ...ordered.map((place) => place.value ?? 0));
  const largest = largestRadius(ordered.length, area * (scale / factor) ** 2);
  const discs: readonly Disc[] = ordered.map((place) => {
    const { x, y } = project(place);
    return { x: x * scale, y: y * scale, radius: radiusOf(place, most, largest) * factor };
  });
  const stands = fanOut(discs, Math.min(1.5, largest / 3) * factor);
  return ordered.map((place, index): Mark => {
    const home = discs[index] ?? { x: 0, y: 0, radius: 0 };
    const { x, y } = stands[index] ?? home;
    const moved = Math.hypot(x - home.x, y - home.y) > Math.max(leastMoved, home.radius);
    return { place, x, y, radius: home.radius, home: moved ? { x: home.x, y: home.y } : null };
  });
}

/** Lays out places at a scale. Pure: the same places give the same picture. */
export function layOut(places: readonly MapPlace[], options: LayoutOptions): PlaneLayout {
  const { frame, measure } = options;
  const marks = placeMarks(places, options);
  const isNamedElsewhere = ({ place }: Mark) => options.inset?.codes.has(place.code) === true;
  const inset =
    options.inset &&
    insetIn(
      marks.filter(isNamedElsewhere),
      marks.filter((mark) => !isNamedElsewhere(mark)),
      { width: measure(options.inset.label, 'code'), height: 14 },
      frame,
    );
  const names = marks.map(({ place: { name, code, state } }) => {
    const urgent = !isGood(state.severity);
    return { city: urgent && name !== null ? shortened(name) : null, code: shortened(code), urgent };
  });
  const wishes = names
    .map(
      ({ city, code, urgent }, disc): LabelWish => ({
        disc,
        width: city === null ? measure(code, 'code') : measure(city, 'city') + 6 + measure(code, 'code'),
        height: urgent ? 17 : 14,
        urgent,
      }),
    )
    .filter(({ disc }) => {
      const mark = marks[disc];
      return mark && !isNamedElsewhere(mark);
    });
  const keepOut = inset ? [inset.box, inset.label] : [];
  return {
    marks,
    inset: inset ?? null,
    names: placeLabels(marks, wishes, frame, { keepOut }).flatMap(({ disc, x, y, line }) => {
      const [mark, name] = [marks[disc], names[disc]];
      return mark && name ? [{ place: mark.place, x, y, city: name.city, urgent: name.urgent, line }] : [];
    }),
  };
}
