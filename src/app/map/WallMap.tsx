import { useId } from 'react';
import { isGood, isOwnWord, type Severity } from '../../domain/severity.ts';
import { useVouched } from '../components/vouching.tsx';
import { europeIn, placesOfEurope } from './EuropeInset.tsx';
import { type Box, placeLabels } from './labels.ts';
import { type MapPlace, type Mark, placeMarks, shortened } from './layout.ts';
import { Marks } from './Marks.tsx';
import { measureText } from './measure-text.ts';
import { nightAt } from './night.ts';
import { inhabited, land, landPath, pathOf, planeWidth, project } from './projection.ts';
import { fitView } from './view.ts';

/** Of marks against those at a desk, units. */
const factor = 2.1;
const lettering = { city: 52, word: 40, line: 50, halo: 9 } as const;
/** Around the mark of a problem, and between the places and the edges of their frame, units. */
const ground = 8;
const margin = 48;
/** The longest way to a name, as a share of the frame: there is more sea than land. */
const reach = 0.2;
/** No place of a deployment lies further south than South America. */
const southern = project({ lat: -57, lon: 11 }).y;

export interface WallMapProps {
  readonly places: readonly MapPlace[];
  /** What is said of a place that is not good, beside its city. */
  readonly told: (place: MapPlace) => string;
  /** Of the screen, units. */
  readonly room: { readonly width: number; readonly height: number };
  /** Where places and names may stand. */
  readonly frame: Box;
  /** Epoch milliseconds: where it is night the land is darker. */
  readonly time: number;
}

/** Where Europe stands below the world: on an upright screen, elsewhere the world has all the room. */
function framesOf({ width, height }: WallMapProps['room'], frame: Box): readonly [Box, Box | null] {
  if (height <= width) return [frame, null];
  const split = frame.top + (frame.right - frame.left) * 0.66;
  return [
    { ...frame, bottom: split },
    { ...frame, top: split + margin },
  ];
}

/** The world behind a whole screen, drawn in units: nobody moves it. What is not good is named, the rest are dots. */
export function WallMap({ places, told, room, frame, time }: WallMapProps) {
  const id = useId();
  const european = placesOfEurope(places);
  const frames = framesOf(room, frame);
  const [worldFrame, europeFrame] = european.length === places.length ? ([frame, null] as const) : frames;
  const inset = european.length > 0 ? europeFrame : null;
  const size = { width: worldFrame.right - worldFrame.left, height: worldFrame.bottom - worldFrame.top };
  const { scale, x, y } = fitView(places.map(project), size, margin, inhabited);
  const [left, top] = [worldFrame.left + x, worldFrame.top + y];
  const own = {
    left: worldFrame.left - left,
    top: worldFrame.top - top,
    right: worldFrame.right - left,
    bottom: worldFrame.bottom - top,
  };
  return (
    <svg viewBox={`0 0 ${room.width} ${room.height}`} aria-hidden="true" className="wall-map">
      <g transform={`translate(${left} ${top})`}>
        <g transform={`scale(${scale})`}>
          <clipPath id={`${id}land`}>
            <path d={landPath()} />
          </clipPath>
          <clipPath id={`${id}south`}>
            <rect y={-planeWidth} width={planeWidth} height={planeWidth + southern} />
          </clipPath>
          <g clipPath={`url(#${id}south)`}>
            <path d={landPath()} fill="var(--land)" />
            <path d={pathOf(nightAt(time))} clipPath={`url(#${id}land)`} className="wall-night" />
          </g>
        </g>
        <Places
          marks={placeMarks(places, { scale, factor })}
          frame={own}
          told={told}
          unnamed={inset ? european : []}
        />
      </g>
      {inset && <Europe places={european} told={told} frame={inset} />}
    </svg>
  );
}

function Europe({ places, told, frame }: Pick<WallMapProps, 'places' | 'told' | 'frame'>) {
  const [width, height] = [frame.right - frame.left, frame.bottom - frame.top];
  const { path, ...europe } = europeIn(width, height);
  return (
    <g transform={`translate(${frame.left} ${frame.top})`}>
      <rect width={width} height={height} fill="var(--bg-wall)" />
      {land && <path d={path(land)} fill="var(--land)" />}
      <Places
        marks={placeMarks(places, { ...europe, factor })}
        frame={{ left: 8, top: 8, right: width - 8, bottom: height - 8 }}
        told={told}
        unnamed={[]}
      />
      <rect width={width} height={height} fill="none" stroke="var(--line-strong)" strokeWidth={2} />
    </g>
  );
}

/** Marks, and beside those that are not good their city and what is told of it. */
function Places({
  marks,
  frame,
  told,
  unnamed,
}: Pick<WallMapProps, 'frame' | 'told'> & {
  readonly marks: readonly Mark[];
  /** They are named elsewhere. */
  readonly unnamed: readonly MapPlace[];
}) {
  const discs = marks.map((mark) => ({
    ...mark,
    radius: isGood(mark.place.state.severity) ? mark.radius : mark.radius + ground,
  }));
  const wishes = marks.flatMap(({ place }, disc) => {
    if (isGood(place.state.severity) || unnamed.includes(place)) return [];
    const width = Math.max(
      measureText(cityOf(place), 'city', lettering.city),
      measureText(told(place), 'city', lettering.word),
    );
    return [{ disc, width, height: 2 * lettering.line, urgent: true }];
  });
  const names = placeLabels(discs, wishes, frame, { factor, reach }).flatMap(({ disc, x, y, apart }) => {
    const [mark, wish] = [marks[disc], wishes.find((each) => each.disc === disc)];
    if (!mark || !wish) return [];
    const { width, height } = wish;
    const near = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
    const end = { x: near(mark.x, x, x + width), y: near(mark.y, y - height / 2, y + height / 2) };
    return [{ mark, x, y, width, line: apart ? end : null }];
  });
  return (
    <>
      {names.map(
        ({ mark, line }) =>
          line && (
            <line
              key={mark.place.code}
              x1={mark.x}
              y1={mark.y}
              x2={line.x}
              y2={line.y}
              stroke="var(--text)"
              strokeWidth={2}
            />
          ),
      )}
      <Marks marks={marks} names={[]} />
      {names.map(({ mark, x, y, width }) => (
        <Name key={mark.place.code} mark={mark} x={x} y={y} width={width} told={told} />
      ))}
    </>
  );
}

function cityOf({ name, code }: MapPlace): string {
  return shortened(name ?? code);
}

/** Two lines that lean on their mark: from the left, from the right, or centred below and above it. */
function Name({
  mark: { place, x: markX },
  x,
  y,
  width,
  told,
}: Pick<WallMapProps, 'told'> & {
  readonly mark: Mark;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}) {
  const shown: Severity = useVouched(place.state.severity);
  const [anchor, at] =
    x >= markX
      ? (['start', x] as const)
      : x + width <= markX
        ? (['end', x + width] as const)
        : (['middle', x + width / 2] as const);
  return (
    <g className="wall-place" textAnchor={anchor} strokeWidth={lettering.halo}>
      <text
        data-verbatim=""
        x={at}
        y={y - lettering.line * 0.14}
        fontSize={lettering.city}
        fontWeight={620}
        fill="var(--text)"
      >
        {cityOf(place)}
      </text>
      <text
        x={at}
        y={y + lettering.line * 0.72}
        fontSize={lettering.word}
        fontWeight={520}
        fill="currentColor"
        className={`word-of-${shown}`}
        {...(isOwnWord(place.state) ? { 'data-verbatim': '' } : {})}
      >
        {told(place)}
      </text>
    </g>
  );
}
