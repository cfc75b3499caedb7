import { useId } from 'react';
import { isOwnWord } from '#domain/severity/classify.ts';
import type { Severity } from '#domain/severity/severity.ts';
import { useConfirmedSeverity } from '../components/freshness/freshness-context.tsx';
import { europeIn } from './EuropeInset.tsx';
import type { MapPlace } from './layout/layout.ts';
import { borders, land, pathOf, worldPath } from './layout/projection.ts';
import { cityOf, lettering, type NameOnWall, type WallLayout } from './layout/wall-layout.ts';
import { Marks } from './Marks.tsx';
import { nightAt } from './night.ts';

const halo = 9;

interface WallMapProps {
  readonly layout: WallLayout;
  /** Returns the text below the city of a place that is not good. */
  readonly labelOf: (place: MapPlace) => string;
  readonly room: { readonly width: number; readonly height: number };
  /** Time of the night shadow, epoch milliseconds. Land is darker where it is night. */
  readonly time: number;
}

/**
 * World map of a wall, in wall units. It cannot be moved. Places that are not good have names; good places
 * are dots.
 */
export function WallMap({ layout: { world, europe }, labelOf, room, time }: WallMapProps) {
  const id = useId();
  const { scale, left, top, land: box } = world;
  return (
    <svg viewBox={`0 0 ${room.width} ${room.height}`} aria-hidden="true" className="wall-map">
      <clipPath id={`${id}land`}>
        <path d={worldPath(land)} />
      </clipPath>
      <clipPath id={`${id}box`}>
        <rect x={box.left} y={box.top} width={box.right - box.left} height={box.bottom - box.top} />
      </clipPath>
      <g clipPath={`url(#${id}box)`}>
        <g transform={`translate(${left} ${top}) scale(${scale})`}>
          <path d={worldPath(land)} fill="var(--land)" />
          <path d={pathOf(nightAt(time))} clipPath={`url(#${id}land)`} className="wall-night" />
        </g>
      </g>
      <g transform={`translate(${left} ${top})`}>
        <Places {...world} labelOf={labelOf} />
      </g>
      {europe && <Europe {...europe} labelOf={labelOf} />}
    </svg>
  );
}

function Europe({ frame, ...part }: NonNullable<WallLayout['europe']> & Pick<WallMapProps, 'labelOf'>) {
  const [width, height] = [frame.right - frame.left, frame.bottom - frame.top];
  const { path } = europeIn(width, height);
  return (
    <g transform={`translate(${frame.left} ${frame.top})`}>
      <rect width={width} height={height} fill="var(--bg-wall)" />
      <path d={path(land)} fill="var(--land)" />
      <path d={path(borders)} fill="none" stroke="var(--bg)" strokeWidth={2} />
      <Places {...part} />
      <rect width={width} height={height} fill="none" stroke="var(--line-strong)" strokeWidth={2} />
    </g>
  );
}

/** Draws all marks. Places that are not good also have their city and state as text. */
function Places({
  marks,
  names,
  labelOf,
}: Pick<WallLayout['world'], 'marks' | 'names'> & Pick<WallMapProps, 'labelOf'>) {
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
      {names.map((name) => (
        <Name key={name.mark.place.code} {...name} labelOf={labelOf} />
      ))}
    </>
  );
}

/** City and state of a place, beside its mark: left-aligned, right-aligned, or centred below or above. */
function Name({
  mark: { place, x: markX },
  x,
  y,
  width,
  isWhole: isComplete,
  labelOf,
}: NameOnWall & Pick<WallMapProps, 'labelOf'>) {
  const shown: Severity = useConfirmedSeverity(place.state.severity);
  const [anchor, at] =
    x >= markX
      ? (['start', x] as const)
      : x + width <= markX
        ? (['end', x + width] as const)
        : (['middle', x + width / 2] as const);
  return (
    <g className="wall-place" textAnchor={anchor} strokeWidth={halo}>
      <text
        data-verbatim=""
        x={at}
        y={y + lettering.line * (isComplete ? -0.14 : 0.28)}
        fontSize={isComplete ? lettering.city : lettering.word}
        fontWeight={620}
        fill={isComplete ? 'var(--text)' : 'currentColor'}
        className={isComplete ? '' : `word-of-${shown}`}
      >
        {cityOf(place)}
      </text>
      {isComplete && (
        <text
          x={at}
          y={y + lettering.line * 0.72}
          fontSize={lettering.word}
          fontWeight={520}
          fill="currentColor"
          className={`word-of-${shown}`}
          {...(isOwnWord(place.state) ? { 'data-verbatim': '' } : {})}
        >
          {labelOf(place)}
        </text>
      )}
    </g>
  );
}
