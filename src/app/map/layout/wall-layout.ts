/** Where marks and names stand on the map of a wall: whoever is not good is named, beside the mark or, in a crowd, apart. */

import { fitView, type Point } from '#app/url/map-view.ts';
import { isGood } from '#domain/severity/severity.ts';
import { europeIn, placesOfEurope } from '../EuropeInset.tsx';
import { type Box, type LabelWish, placeLabels } from './labels.ts';
import { type MapPlace, type Mark, placeMarks, shortened } from './layout.ts';
import { inhabited, project } from './projection.ts';

/** Of marks against those at a desk, units. */
const factor = 2.1;
/** A name of two lines, and of its city alone, units. */
export const lettering = { city: 52, word: 40, line: 50 } as const;
/** Around the mark of a problem, and between the places and the edges of their frame, units. */
const ground = 8;
const margin = 48;
/** The longest way to a name, as a share of the frame: there is more sea than land. */
const reach = 0.2;

/** A city beside its mark, or as far from it as its line leads. */
export interface NameOnWall extends Point {
  readonly mark: Mark;
  readonly width: number;
  /** What is told of the place stands below its city. */
  readonly isWhole: boolean;
  /** Where a line from the mark ends. */
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
    /** Where its land is drawn: not behind what stands above and below. */
    readonly land: Box;
  };
  /** On an upright screen, where it stands larger below the world. */
  readonly europe: (Part & { readonly frame: Box }) | null;
  /** Places that are not good and found no room for a name, worst first. */
  readonly unnamed: readonly MapPlace[];
}

interface Options {
  /** What is said of a place that is not good, beside its city. */
  readonly told: (place: MapPlace) => string;
  /** Of the screen, units. */
  readonly room: { readonly width: number; readonly height: number };
  /** Where places and names may stand. */
  readonly frame: Box;
  readonly measure: (text: string, size: number) => number;
}

/** Where Europe stands below the world: on an upright screen, elsewhere the world has all the room. */
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

/** Names with what is told of them; then, for those that found no room, their cities alone. */
function nameMarks(
  marks: readonly Mark[],
  frame: Box,
  { told, measure }: Options,
  elsewhere: readonly MapPlace[],
): readonly NameOnWall[] {
  const discs = marks.map((mark) => ({
    ...mark,
    radius: isGood(mark.place.state.severity) ? mark.radius : mark.radius + ground,
  }));
  const wishes = marks.flatMap(({ place }, disc): LabelWish[] => {
    if (isGood(place.state.severity) || elsewhere.includes(place)) return [];
    const city = measure(cityOf(place), lettering.city);
    const width = Math.max(city, measure(told(place), lettering.word));
    const small = { width: measure(cityOf(place), lettering.word), height: lettering.line };
    return [{ disc, width, height: 2 * lettering.line, urgent: true, small }];
  });
  return placeLabels(discs, wishes, frame, { factor, reach }).flatMap(
    ({ disc, x, y, width, line, isSmall }) => {
      const mark = marks[disc];
      return mark ? [{ mark, x, y, width, isWhole: !isSmall, line }] : [];
    },
  );
}

/** Pure: the same places give the same picture. */
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
