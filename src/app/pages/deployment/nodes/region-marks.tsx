/**
 * Draws the parts of the chart in RegionChart.tsx: bars with exceptions, region codes between them, zone
 * names below.
 */

import { type KeyboardEvent, useEffect } from 'react';
import { Link } from 'react-router';
import {
  type BarShapeProps,
  useActiveTooltipDataPoints,
  useIsTooltipActive,
  usePlotArea,
  useYAxisScale,
} from 'recharts';
import { narrowestCode, type Placed, type Placement } from '#app/charts/place-bars.ts';
import { cutHeight, StackedBar } from '#app/charts/StackedBar.tsx';
import { fitted, textWidth, zoneName } from '#app/charts/zone-name.ts';
import { moveAlong } from '#app/ui/move-along.ts';
import { paths } from '#app/url/paths.ts';
import { settled } from '#domain/text/visible-text.ts';
import type { RegionBar } from './region-bars.ts';

const widestBar = 26;

/**
 * Returns the left edge and the width of a bar in pixels. A bar takes two thirds of its slot, whatever width
 * Recharts gives it.
 */
function edges({ x, width }: BarShapeProps, slot: number): { readonly left: number; readonly wide: number } {
  const wide = Math.max(1, Math.min(widestBar, slot * 0.68));
  return { left: x + width / 2 - wide / 2, wide };
}

interface MarkProps {
  readonly shape: BarShapeProps;
  readonly bar: Placed<RegionBar>;
  /** Width that each region has on the x axis, pixels. */
  readonly slot: number;
  readonly cut: boolean;
}

export function NodesMark({ shape, bar, slot, cut }: MarkProps) {
  const { left, wide } = edges(shape, slot);
  const { y, height } = shape;
  return <StackedBar box={{ left, wide, y, height }} value={bar.nodes} exceptions={bar.exceptions} cut={cut} />;
}

export function CapacityMark({ shape, slot, cut }: MarkProps) {
  const { left, wide } = edges(shape, slot);
  // On a reversed axis the height may be negative.
  const from = Math.min(shape.y, shape.y + shape.height);
  const tall = Math.abs(shape.height);
  return (
    <g>
      <rect x={left} y={from} width={wide} height={tall} fill="var(--data-2)" />
      {cut && <rect x={left} y={from + tall + 1} width={wide} height={cutHeight} fill="url(#hatch)" />}
    </g>
  );
}

const longestCode = 6;

/** Height of a row of zone names in pixels; large enough for touch. */
export const nameHeight = 24;

/** Draws the region codes between the bars, and zone names below a line. Each links to its nodes. */
export function Names({
  placement,
  slug,
  codesAt,
  zonesAt,
  onActive,
}: {
  readonly placement: Placement<RegionBar>;
  readonly slug: string;
  /** Centre of the region codes, in pixels from the top. */
  readonly codesAt: number;
  /** Position of the line above the zone names, in pixels from the top. */
  readonly zonesAt: number;
  /** Called with the region under the pointer or chosen by arrow keys; `null` if there is none. */
  readonly onActive: (bar: Placed<RegionBar> | null) => void;
}) {
  const { bars, zones, slot, rows } = placement;
  const isActive = useIsTooltipActive();
  const [chosen] = useActiveTooltipDataPoints() ?? [];
  const active = (isActive && bars.find((bar) => bar === chosen)) || null;
  useEffect(() => onActive(active), [onActive, active]);
  const area = usePlotArea();
  if (!area) return null;
  const room = (index: number) => (zones[index + rows]?.from ?? area.width) - (zones[index]?.from ?? 0) - 6;
  const names = zones.map(({ zone }, index) => fitted(zoneName(zone), room(index)));
  /** Whether the name of the previous zone, in the row above, reaches the start of this zone's name. */
  const isCovered = (index: number) =>
    (zones[index - 1]?.from ?? 0) + textWidth(names[index - 1] ?? '') > (zones[index]?.from ?? 0) - 3;
  return (
    <g transform={`translate(${area.x} 0)`}>
      {active && (
        <path
          d={`M${active.x} 14V${codesAt - 22}M${active.x} ${codesAt + 22}V${zonesAt}`}
          stroke="var(--text)"
        />
      )}
      {bars.map((bar) => (
        <Link
          key={`=${bar.code}`}
          to={paths.nodes(slug, { region: bar.code })}
          // Arrow keys read every region and ↵ opens one. Sixty tab stops would be too many.
          tabIndex={-1}
          aria-hidden="true"
        >
          <rect x={bar.x - slot / 2} width={slot} height={zonesAt} fill="transparent" />
          {slot >= narrowestCode && (
            <text
              data-verbatim={bar.code === null ? undefined : ''}
              className="mono"
              transform={`translate(${bar.x} ${codesAt}) rotate(-90)`}
              textAnchor="middle"
              dominantBaseline="central"
              fontSize={11}
              fontWeight={bar === active ? 700 : undefined}
              fill={bar === active ? 'var(--text)' : bar.nodes === 0 ? 'var(--text-3)' : 'var(--text-2)'}
            >
              {settled((bar.code ?? '–').slice(0, longestCode))}
            </text>
          )}
        </Link>
      ))}
      <g onKeyDown={moveAlongZones}>
        {zones.map(({ zone, from, to }, index) => (
          <Link
            key={`=${zone}`}
            to={paths.nodes(slug, { zone })}
            tabIndex={index === 0 ? 0 : -1}
            className="hover:underline"
          >
            <path d={`M${from} ${zonesAt + 0.5}H${to}`} stroke="var(--line-strong)" />
            {index % rows === 1 && (
              <path
                d={`M${from + 0.5} ${zonesAt}${isCovered(index) ? `v3m0 15v${nameHeight - 12}` : `v${nameHeight + 6}`}`}
                stroke="var(--line-strong)"
              />
            )}
            <rect
              x={from}
              y={zonesAt + (index % rows) * nameHeight}
              width={Math.max(nameHeight, to - from)}
              height={nameHeight}
              fill="transparent"
            />
            <text
              data-verbatim={zone === null ? undefined : ''}
              x={from + (index % rows) * 4}
              y={zonesAt + 14 + (index % rows) * nameHeight}
              fontSize={11}
              fill="var(--text-2)"
            >
              {names[index]}
            </text>
          </Link>
        ))}
      </g>
    </g>
  );
}

/** Moves focus between zones by arrow keys, and keeps the event from the plot, which uses arrow keys too. */
function moveAlongZones(event: KeyboardEvent): void {
  moveAlong(event);
  if (event.defaultPrevented) event.stopPropagation();
}

/** Draws the labels of a value axis. Recharts' own labels are off, because two axes share one margin. */
export function AxisFigures({
  axis,
  figures,
}: {
  readonly axis: string;
  readonly figures: readonly (readonly [value: number, text: string])[];
}) {
  const scale = useYAxisScale(axis);
  const area = usePlotArea();
  if (!scale || !area) return null;
  return figures.map(([value, text]) => (
    <text
      key={value}
      x={area.x - 8}
      y={scale(value) ?? 0}
      dominantBaseline="central"
      textAnchor="end"
      fontSize={11}
      fill="var(--text-3)"
    >
      {text}
    </text>
  ));
}
