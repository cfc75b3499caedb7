/** Lays out regions on a map: marks that do not hide each other, and names that do not overlap. */

import type { Point } from '#app/url/map-view.ts';
import { compareStates, type State } from '#domain/severity/classify.ts';
import { isGood } from '#domain/severity/severity.ts';
import { compareTexts } from '#domain/text/compare-texts.ts';
import { settled } from '#domain/text/visible-text.ts';
import { type Disc, fanOut } from './fan-out.ts';
import { type InsetFrame, insetIn } from './inset-frame.ts';
import { type Box, placeLabels, type WantedLabel } from './labels.ts';
import { type Degrees, project as projectWorld } from './projection.ts';

export interface MapPlace extends Degrees {
  readonly code: string;
  readonly name: string | null;
  readonly zone: string | null;
  readonly country: string | null;
  readonly state: State;
  /** Amount that decides the size of the mark; `null` if unknown. */
  readonly value: number | null;
  /**
   * `figure` is the amount as text, such as "24". `amount` also has the unit, such as "24 nodes". Both are
   * empty if unknown.
   */
  readonly figure: string;
  readonly amount: string;
  /** Why the place is uncertain; `null` if it is certain. */
  readonly doubt: string | null;
  /** Epoch milliseconds since which the region is not good; `undefined` if it is good or if unknown. */
  readonly since?: number;
  /** Accessible name of the mark: region, state and amount. */
  readonly label: string;
  readonly to: string;
}

export interface Mark extends Point {
  readonly place: MapPlace;
  readonly radius: number;
  /** Position of the region if the mark was moved away from it; else `null`. */
  readonly home: Point | null;
}

export interface Name extends Point {
  readonly place: MapPlace;
  /** City of a region that is not good, shortened; `null` if only the code is shown. */
  readonly city: string | null;
  readonly urgent: boolean;
  /** End of the line from the mark to the name; `null` if the name is directly beside its mark. */
  readonly line: Point | null;
}

export interface MapLayout {
  /** Marks, worst first; of equal states the larger first. */
  readonly marks: readonly Mark[];
  readonly names: readonly Name[];
}

export interface PlaneLayout extends MapLayout {
  /** Frame around the places that another map enlarges; `null` without such places. */
  readonly inset: InsetFrame | null;
}

/**
 * Approximate area of the world in plane units squared. The number of places per area decides the size of
 * marks.
 */
const worldArea = 450_000;
const radii = { largest: 6, least: 1.6, problem: 10, leastProblem: 5 } as const;
const oneSize = 0.7;
const longestName = 24;
const leastMoved = 1.5;

/**
 * Returns the largest radius of a good mark at which the land between marks stays visible, pixels on a
 * desktop.
 */
function largestRadius(places: number, deskArea: number): number {
  const room = Math.sqrt(deskArea / Math.max(1, places));
  return Math.min(Math.max(room * 0.12, radii.least), radii.largest);
}

function radiusOf(place: MapPlace, most: number, largest: number): number {
  // The shape of a problem's mark must be recognisable at any size, and no good mark may be larger than it.
  // Only good marks, which are discs, may become dots.
  if (!isGood(place.state.severity)) return Math.min(Math.max(largest * 2, radii.leastProblem), radii.problem);
  const share = most > 0 ? Math.sqrt((place.value ?? 0) / most) : oneSize;
  return Math.max(radii.least, largest * 0.35, largest * share);
}

/** Orders places: worst first, then largest, then by code. Focus, names and positions follow this order. */
export function byUrgency(a: MapPlace, b: MapPlace): number {
  return compareStates(a.state, b.state) || (b.value ?? 0) - (a.value ?? 0) || compareTexts(a.code, b.code);
}

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
  readonly scale: number;
  /** Scale of the marks: 1 on a desktop, larger on a wall. */
  readonly factor?: number;
  /** Converts degrees to plane units. Default: the projection of the world map. */
  readonly project?: (place: Degrees) => Point;
  /** Area that the places cover, in plane units squared. Default: the world. */
  readonly area?: number;
}

export interface LayoutOptions extends MarkOptions {
  /** Area in which names must stand, in pixels of the plane; absent if the plane can be panned. */
  readonly frame?: Box | undefined;
  readonly measure: (text: string, kind: 'city' | 'code') => number;
  /** Codes of the places that another map enlarges and this map leaves without names; name of that map. */
  readonly inset?: { readonly codes: ReadonlySet<string>; readonly label: string } | undefined;
}

/** Places the marks without overlaps, worst first. */
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
  const positions = fanOut(discs, Math.min(1.5, largest / 3) * factor);
  return ordered.map((place, index): Mark => {
    const home = discs[index] ?? { x: 0, y: 0, radius: 0 };
    const { x, y } = positions[index] ?? home;
    const moved = Math.hypot(x - home.x, y - home.y) > Math.max(leastMoved, home.radius);
    return { place, x, y, radius: home.radius, home: moved ? { x: home.x, y: home.y } : null };
  });
}

/** Computes marks, names and frame at a scale. Pure and deterministic. */
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
  const wanted = names
    .map(
      ({ city, code, urgent }, disc): WantedLabel => ({
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
    names: placeLabels(marks, wanted, frame, { keepOut }).flatMap(({ disc, x, y, line }) => {
      const [mark, name] = [marks[disc], names[disc]];
      return mark && name ? [{ place: mark.place, x, y, city: name.city, urgent: name.urgent, line }] : [];
    }),
  };
}
