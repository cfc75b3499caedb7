/** Lays out the map of a wall. Places that are not good have names, beside their mark or farther away. */

import { fitView, type Point } from '#app/url/map-view.ts';
import { isGood } from '#domain/severity/severity.ts';
import { europeIn, placesOfEurope } from '../EuropeInset.tsx';
import { type Box, placeLabels, type WantedLabel } from './labels.ts';
import { type MapPlace, type Mark, placeMarks, shortened } from './layout.ts';
import { inhabited, project } from './projection.ts';

/** Size of marks on a wall divided by their size on a desktop. */
const factor = 2.1;
/** Font sizes of the city and of the text below it, and the line height, in wall units. */
export const lettering = { city: 52, word: 40, line: 50 } as const;
const ground = 8;
const margin = 48;
/** Maximum distance from a mark to its name, as a fraction of the frame's width. */
const reach = 0.2;

/** Position of a city's name: beside its mark, or at the end of a line from it. */
export interface NameOnWall extends Point {
  readonly mark: Mark;
  readonly width: number;
  /** Whether the state stands below the city. If not, there is room for the city only. */
  readonly isWhole: boolean;
  /** End of the line from the mark to the name; `null` if the name is directly beside its mark. */
  readonly line: Point | null;
}

interface Part {
  readonly marks: readonly Mark[];
  readonly names: readonly NameOnWall[];
}

export interface WallLayout {
  /** Layout of the world. A point of the plane is drawn at `point * scale + (left, top)`. */
  readonly world: Part & {
    readonly scale: number;
    readonly left: number;
    readonly top: number;
    readonly land: Box;
  };
  /** Layout of enlarged Europe below the world, on portrait screens; else `null`. */
  readonly europe: (Part & { readonly frame: Box }) | null;
  /** Places that are not good and have no room for a name, worst first. */
  readonly unnamed: readonly MapPlace[];
}

interface Options {
  /** Returns the text below the city of a place that is not good. */
  readonly labelOf: (place: MapPlace) => string;
  readonly room: { readonly width: number; readonly height: number };
  /** Area in which marks and names must stand, in wall units. */
  readonly frame: Box;
  readonly measure: (text: string, size: number) => number;
}

/**
 * Divides the screen. On a portrait screen Europe is below the world; otherwise the world has the complete
 * frame.
 */
function framesOf({ width, height }: Options['room'], frame: Box): readonly [Box, Box | null] {
  if (height <= width) return [frame, null];
  const split = frame.top + (frame.right - frame.left) * 0.66;
  return [
    { ...frame, bottom: split },
    { ...frame, top: split + margin },
  ];
}

export function cityOf({ name, code }: MapPlace): string {
  return shortened(name ?? code);
}

/**
 * Places the names of marks that are not good, each with its state below. If there is no room for both, the
 * city stands alone.
 */
function nameMarks(
  marks: readonly Mark[],
  frame: Box,
  { labelOf, measure }: Options,
  elsewhere: readonly MapPlace[],
): readonly NameOnWall[] {
  const discs = marks.map((mark) => ({
    ...mark,
    radius: isGood(mark.place.state.severity) ? mark.radius : mark.radius + ground,
  }));
  const wanted = marks.flatMap(({ place }, disc): WantedLabel[] => {
    if (isGood(place.state.severity) || elsewhere.includes(place)) return [];
    const city = measure(cityOf(place), lettering.city);
    const width = Math.max(city, measure(labelOf(place), lettering.word));
    const small = { width: measure(cityOf(place), lettering.word), height: lettering.line };
    return [{ disc, width, height: 2 * lettering.line, urgent: true, small }];
  });
  return placeLabels(discs, wanted, frame, { factor, reach }).flatMap(
    ({ disc, x, y, width, line, isSmall }) => {
      const mark = marks[disc];
      return mark ? [{ mark, x, y, width, isWhole: !isSmall, line }] : [];
    },
  );
}

/** Computes the layout of a wall's map. Pure and deterministic. */
export function layOutWall(places: readonly MapPlace[], options: Options): WallLayout {
  const { room, frame } = options;
  const european = placesOfEurope(places);
  const [worldFrame, inset] =
    european.length === 0 || european.length === places.length
      ? ([frame, null] as const)
      : framesOf(room, frame);
  const size = { width: worldFrame.right - worldFrame.left, height: worldFrame.bottom - worldFrame.top };
  const { scale, x, y } = fitView(places.map(project), size, margin, inhabited);
  const own = { left: -x, top: -y, right: size.width - x, bottom: size.height - y };
  const marks = placeMarks(places, { scale, factor });
  const world = {
    marks,
    names: nameMarks(marks, own, options, inset ? european : []),
    scale,
    left: worldFrame.left + x,
    top: worldFrame.top + y,
    land: { left: 0, right: room.width, top: worldFrame.top, bottom: worldFrame.bottom },
  };
  const europe = inset && europeOf(european, inset, options);
  const named = new Set([...world.names, ...(europe?.names ?? [])].map(({ mark }) => mark.place));
  return {
    world,
    europe,
    unnamed: marks.flatMap(({ place }) => (isGood(place.state.severity) || named.has(place) ? [] : [place])),
  };
}

function europeOf(places: readonly MapPlace[], frame: Box, options: Options) {
  const [width, height] = [frame.right - frame.left, frame.bottom - frame.top];
  const marks = placeMarks(places, { ...europeIn(width, height), factor });
  const own = { left: 8, top: 8, right: width - 8, bottom: height - 8 };
  return { marks, names: nameMarks(marks, own, options, []), frame };
}
