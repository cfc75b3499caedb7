import type { FallLabel } from '#domain/history/series/fall-labels.ts';
import type { Window } from '#domain/history/spans/shares.ts';

/** Minimum width of a drawn gap, pixels. A narrower hatch would be invisible. */
const leastGap = 3;

export function GapMarks({
  gaps,
  place,
  width,
  height,
}: {
  readonly gaps: readonly Window[];
  readonly place: (time: number) => number;
  readonly width: number;
  readonly height: number;
}) {
  return gaps.map(({ from, to }) => {
    const left = Math.floor(place(from));
    const wide = Math.min(width - left, Math.max(leastGap, Math.ceil(place(to)) - left));
    return (
      <g key={from}>
        <rect x={left} width={wide} height={height} className="fill-bg" />
        <rect x={left} width={wide} height={height} fill="url(#hatch-chart)" />
      </g>
    );
  });
}

/** SVG attributes of text in a plot: an outline in the background colour separates the text from lines. */
export const ground = {
  stroke: 'var(--bg)',
  strokeWidth: 4,
  strokeLinejoin: 'round',
  paintOrder: 'stroke',
} as const;

/**
 * Minimum distance in pixels between two falls. A closer fall without room for its text is only a short
 * notch.
 */
const leastApart = 24;

/** Marks the falls of a counter: a dotted line, a step sign and the values before and after. */
export function FallMarks({
  labels,
  height,
}: {
  readonly labels: readonly FallLabel[];
  readonly height: number;
}) {
  return labels.map(({ x, text: words, changeWindow, anchor, hasRoom }, index) => {
    const isClose = [labels[index - 1], labels[index + 1]].some(
      (other) => other !== undefined && Math.abs(other.x - x) < leastApart,
    );
    if (isClose && !hasRoom) return <path key={x} d={`M${x} 4v8`} className="stroke-text" strokeWidth="1.4" />;
    const side = anchor === 'start' ? 1 : -1;
    return (
      <g key={x}>
        <path d={`M${x} 4V${height}`} className="stroke-text" strokeWidth="1" strokeDasharray="2 2.5" />
        <path d={`M${x - 7} 4h7v8h7`} fill="none" className="stroke-text" strokeWidth="1.4" />
        {hasRoom && (
          <>
            <text
              x={x + side * 14}
              y={9}
              textAnchor={anchor}
              className="fill-text text-[12px] font-[580]"
              {...ground}
            >
              {words}
            </text>
            <text x={x + side * 14} y={23} textAnchor={anchor} className="fill-text-2 text-[11px]" {...ground}>
              {changeWindow}
            </text>
          </>
        )}
      </g>
    );
  });
}
