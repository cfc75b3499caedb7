import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { AtLeast } from '#app/ui/elements/AtLeast.tsx';
import { hostNow } from '#app/ui/time/clock.ts';
import { useWidth } from '#app/ui/use-width.ts';
import { linearScale, logScale } from '#domain/history/scale.ts';
import { fallLabels, integerOf } from '#domain/history/series/fall-labels.ts';
import {
  type Fall,
  type Piece,
  piecesOf,
  pointAt,
  type Seen,
  spanOf,
  stackedPieces,
} from '#domain/history/series/series-lines.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { formatMoment, type Gap } from '#domain/history/strips/recorded-strip.ts';
import { formatDuration } from '#domain/text/format.ts';
import { FallMarks, GapMarks, ground } from './marks.tsx';
import type { OverTimeProps } from './over-time-props.ts';
import { type Span, useBrush } from './use-brush.ts';

const foot = 0.5;
/** Pixels from the pointer to a point without length. */
const pointerReach = 4;

export function PlotOverTime({
  caption,
  series,
  window,
  isLog,
  height,
  format,
  onZoom,
  onBack,
  seen,
  gaps,
  falls,
  read,
  isInside,
  isLabelledLeft = false,
}: OverTimeProps & {
  readonly seen: readonly Seen[];
  readonly gaps: readonly Gap[];
  readonly falls: readonly (readonly Fall[])[];
  readonly read: (index: number) => ReactNode;
  /**
   * Whether the numbers of the value axis are inside the plot, because there is no room beside it (on
   * phones).
   */
  readonly isInside: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [isFocused, setFocused] = useState(false);
  const points = series[0]?.points ?? [];
  const newest = points.findLastIndex(({ last }) => last !== null);
  const spanAt = ({ first, last }: Span): Window => {
    const [begin, end] = [points[first], points[last]];
    return begin && end ? { from: spanOf(begin).from, to: spanOf(end).to } : window;
  };
  const pixel = (window.to - window.from) / Math.max(1, width);
  const pointUnder = (event: PointerEvent) => {
    const left = box.current?.getBoundingClientRect().left ?? 0;
    return pointAt(points, window.from + (event.clientX - left) * pixel, pointerReach * pixel);
  };
  const { at, span, clear, handlers } = useBrush({
    points: points.length,
    newest,
    pointAt: pointUnder,
    onZoom: onZoom && ((chosen) => onZoom(spanAt(chosen))),
    onBack,
  });
  const pieces = isLog
    ? series.map((each) => piecesOf(each.points, seen))
    : stackedPieces(
        series.map((each) => each.points),
        seen,
      );
  const heights = pieces.flat(2).map(({ high }) => high);
  const highest = Math.max(0, ...heights);
  const scale = isLog
    ? logScale(Math.min(highest, ...heights.filter((each) => each > 0)), highest)
    : linearScale(highest);
  const x = (time: number) => ((time - window.from) / (window.to - window.from)) * width;
  const y = (value: number) => height - foot - scale.place(value) * (height - foot);
  const named = falls.flatMap((each, place) =>
    each.map((fall) => ({ name: series.length > 1 ? (series[place]?.name.slice(0, 24) ?? '') : '', fall })),
  );
  const chosen = at === null ? undefined : points[at];
  const brushed = span && spanAt(span);
  const time = hostNow();
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the plot is one stop, and its arrows go from point to point
      tabIndex={0}
      role="group"
      aria-label={`${caption}: arrows read it point by point${onZoom ? ', with Shift they choose a span' : ''}`}
      className="relative"
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onDoubleClick={onBack}
      {...handlers}
    >
      {/* The readout is announced only while keys move through the plot, not at every refresh. */}
      <div
        aria-live={isFocused ? 'polite' : 'off'}
        className={`caption pt-0.5 text-text-2 ${isInside ? 'min-h-13 leading-[17px]' : `min-h-5 truncate ${isLabelledLeft ? '' : '-mr-40 -ml-14'}`}`}
      >
        {read(at ?? newest)}
      </div>
      <div ref={box} className="relative" style={{ height }}>
        {width > 0 && (
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${width} ${height}`}
            width={width}
            height={height}
            className="fits-paper absolute inset-0 overflow-visible"
          >
            {brushed && (
              <rect
                x={x(brushed.from)}
                width={x(brushed.to) - x(brushed.from)}
                height={height}
                className="fill-s2"
              />
            )}
            {scale.ticks.map((tick) => (
              <path
                key={tick}
                d={`M0 ${Math.round(y(tick)) - 0.5}H${width}`}
                className={tick === 0 ? 'stroke-line-strong' : 'stroke-line'}
              />
            ))}
            {pieces.map((each, place) => (
              <Lines
                key={series[place]?.key}
                pieces={each}
                colour={series[place]?.colour ?? 'var(--data)'}
                isFilled={!isLog}
                {...{ x, y }}
              />
            ))}
            <GapMarks gaps={gaps} place={x} width={width} height={height} />
            <FallMarks labels={fallLabels(named, x, width, time)} height={height} />
            {/* Drawn after lines and rules, so that the axis numbers are above them. */}
            {scale.ticks.map((tick) => (
              <text
                key={tick}
                x={isInside ? 0 : -10}
                y={y(tick) + (isInside ? -4 : 4)}
                textAnchor={isInside ? 'start' : 'end'}
                className="fill-text-3 text-[11px]"
                {...ground}
              >
                {isInside && tick === 0 ? '' : format(tick)}
              </text>
            ))}
            {brushed && (
              <path
                d={`M${x(brushed.from)} 0V${height}M${x(brushed.to)} 0V${height}`}
                className="stroke-text"
                strokeWidth="1"
              />
            )}
            {brushed &&
              [brushed.from, brushed.to].map((edge) => (
                <rect
                  key={edge}
                  x={x(edge) - 2.5}
                  y={height / 2 - 11}
                  width={5}
                  height={22}
                  className="fill-text"
                />
              ))}
            {chosen && <Cursor x={x((spanOf(chosen).from + spanOf(chosen).to) / 2)} height={height} />}
          </svg>
        )}
        {brushed && onZoom && (
          <p
            className="absolute top-0 z-10 flex h-[26px] -translate-x-1/2 items-center gap-2 rounded-[3px] border border-text bg-bg px-2.5 text-[12px] whitespace-nowrap"
            style={{ left: Math.max(150, Math.min(width - 150, (x(brushed.from) + x(brushed.to)) / 2)) }}
          >
            <b className="font-[580]">
              {formatMoment(brushed.from, time)} – {formatMoment(brushed.to, time)}
            </b>
            <span className="text-text-2">{formatDuration(brushed.to - brushed.from)}</span>
            <button
              type="button"
              className="link"
              onPointerDown={(event) => event.stopPropagation()}
              onClick={() => {
                clear();
                onZoom(brushed);
              }}
            >
              Zoom ↵
            </button>
            <button
              type="button"
              aria-label="Take the span away"
              onPointerDown={(event) => event.stopPropagation()}
              onClick={clear}
            >
              ×
            </button>
          </p>
        )}
        {!isInside && !isLabelledLeft && <Names {...{ series, pieces, y, format, height }} />}
        {!isInside && isLabelledLeft && (
          <p className="absolute top-0 right-full mr-16 w-24 text-[12px] leading-4">
            {series.map(({ key, name }) => (
              <b key={key} className="block truncate font-[580]" title={name}>
                <Verbatim>{name}</Verbatim>
              </b>
            ))}
            <span className="text-text-2">as reported</span>
          </p>
        )}
      </div>
    </div>
  );
}

function Cursor({ x, height }: { readonly x: number; readonly height: number }) {
  return <path d={`M${x} 0V${height}`} className="stroke-text" strokeWidth="1" />;
}

function Lines({
  pieces,
  colour,
  isFilled,
  x,
  y,
}: {
  readonly pieces: readonly Piece[];
  readonly colour: string;
  readonly isFilled: boolean;
  readonly x: (time: number) => number;
  readonly y: (value: number) => number;
}) {
  const line = (piece: Piece, end: 'low' | 'high') =>
    piece.map((vertex) => `${x(vertex.at).toFixed(1)} ${y(vertex[end]).toFixed(1)}`).join('L');
  return pieces.map((piece) => {
    const [first] = piece;
    if (!first) return null;
    if (piece.length === 1)
      return <circle key={first.at} cx={x(first.at)} cy={y(first.high)} r="2" style={{ fill: colour }} />;
    return (
      <g key={first.at}>
        {isFilled && (
          <path
            d={`M${line(piece, 'high')}L${line(piece.toReversed(), 'low')}z`}
            style={{ fill: colour }}
            fillOpacity="0.3"
          />
        )}
        <path d={`M${line(piece, 'high')}`} fill="none" style={{ stroke: colour }} strokeWidth="1.5" />
        {/* A logarithmic scale has no zero, so zeros are open circles at the base. */}
        {!isFilled &&
          piece
            .filter(({ high }) => high <= 0)
            .map(({ at }) => (
              <circle key={at} cx={x(at)} cy={y(0)} r="2.5" className="fill-bg" style={{ stroke: colour }} />
            ))}
      </g>
    );
  });
}

/** Height in pixels of a series' name and its newest value, right of the plot. */
const nameRoom = 36;

function Names({
  series,
  pieces,
  y,
  format,
  height,
}: Pick<OverTimeProps, 'series' | 'format' | 'height'> & {
  readonly pieces: readonly (readonly Piece[])[];
  readonly y: (value: number) => number;
}) {
  let free = height;
  const names = series.flatMap(({ key, name, points }, place) => {
    const vertex = pieces[place]?.at(-1)?.at(-1);
    const newest = points.findLast(({ last }) => last !== null);
    const value = integerOf(newest?.last ?? null);
    if (!vertex || value === null) return [];
    const top = Math.min(free - nameRoom, y((vertex.low + vertex.high) / 2) - nameRoom / 2);
    free = top;
    return [{ key, name, value, isBound: newest?.claim === 'at-least', top: Math.max(0, top) }];
  });
  return names.map(({ key, name, value, isBound, top }) => (
    <p key={key} className="absolute left-full w-36 pl-3 text-[12px] leading-[18px]" style={{ top }}>
      <b className="block truncate font-[580]">
        <Verbatim>{name}</Verbatim>
      </b>
      <span className="block truncate text-text-2">
        {isBound && <AtLeast />}
        {format(value)}
      </span>
    </p>
  ));
}
