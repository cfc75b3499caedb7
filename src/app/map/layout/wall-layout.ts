/** The map layout of a wall. Places that are not good have names, beside their mark or farther away. */

import { fitView, type Point } from '#app/url/map-view.ts';
import { isGood } from '#domain/severity/severity.ts';
import { europeIn, placesOfEurope } from '../EuropeInset.tsx';
import { type Box, placeLabels, type WantedLabel } from './labels.ts';
import { type MapPlace, type Mark, placeMarks, shortened } from './layout.ts';
import { inhabited, project } from './projection.ts';

/** Size of marks relative to a desktop. */
const factor = 2.1;
/** Wall units: font sizes of the city and the line below, and line height. */
export const lettering = { city: 52, word: 40, line: 50 } as const;
const ground = 8;
const margin = 48;
/** Longest distance to a name, as a fraction of the frame. */
const reach = 0.2;

/** A city beside its mark, or at the end of a line. */
export interface NameOnWall extends Point {
  readonly mark: Mark;
  readonly width: number;
  /** Whether the state is shown below the city. */
  readonly isWhole: boolean;
  /** End of the line from the mark. */
  readonly line: Point | null;
}

interface Part {
  readonly marks: readonly Mark[];
  readonly names: readonly NameOnWall[];
}

export interface WallLayout {
  /** The world is drawn at `point * scale + (left, top)`. */
  readonly world: Part & {
    readonly scale: number;
    readonly left: number;
    readonly top: number;
    readonly land: Box;
  };
  /** Europe enlarged below the world, on portrait screens. */
  readonly europe: (Part & { readonly frame: Box }) | null;
  /** Places that are not good and have no room for a name, worst first. */
  readonly unnamed: readonly MapPlace[];
}

interface Options {
  /** Text below the city of a place that is not good. */
  readonly labelOf: (place: MapPlace) => string;
  readonly room: { readonly width: number; readonly height: number };
  /** Area of places and names. */
  readonly frame: Box;
  readonly measure: (text: string, size: number) => number;
}

/** On a portrait screen Europe is below the world; otherwise the world has all the room. */
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

/** Names with the state below. If there is no room, the city alone. */
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

/** Pure and deterministic. */
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
