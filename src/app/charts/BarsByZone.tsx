import { useRef } from 'react';
import { Link } from 'react-router';
import type { Integer } from '#contract/resources.ts';
import { moveAlong } from '../ui/move-along.ts';
import { useWidth } from '../ui/use-width.ts';
import { type Exceptions, gap, placeBars, type ZoneOf } from './place-bars.ts';
import { cutHeight, StackedBar } from './StackedBar.tsx';
import { textWidth, whole, zoneName } from './zone-name.ts';

export interface RegionValue {
  readonly code: string | null;
  readonly value: Integer;
  readonly exceptions: Exceptions;
  readonly label: string;
}

/**
 * Heights in pixels of the parts of the chart, from the top: severity marks with hatched bar ends, bars, zone
 * names.
 */
const heights = { marks: 24, bars: 40, names: 24 } as const;
const foot = heights.marks + heights.bars;
const widestBar = 14;
/**
 * Minimum slot width (bar and space), in pixels, at which the zone names fit in one row. Small, because these
 * bars have no region codes below them.
 */
const narrowestSlot = 4;
/** Pixels after a zone's name, including the gap to the next zone. */
const afterName = 6;

function nameWidth(zone: string | null): number {
  return textWidth(zoneName(zone)) + afterName - gap;
}

export function BarsByZone({
  zones,
  label,
  cut,
  toRegion,
  toZone,
}: {
  readonly zones: readonly ZoneOf<RegionValue>[];
  readonly label: string;
  /** Whether the list is truncated. The end of every bar is then unknown. */
  readonly cut: boolean;
  readonly toRegion: (code: string | null) => string;
  readonly toZone: (zone: string | null) => string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const { bars, zones: places, slot } = placeBars(zones, width - gap, nameWidth, narrowestSlot);
  const most = bars.reduce((largest, { value }) => Math.max(largest, Number(value)), 0);
  const wide = Math.max(1, Math.min(widestBar, slot - 1));
  const heightOf = (value: Integer) =>
    most > 0 && value > 0 ? Math.max(1, (Number(value) / most) * (heights.bars - (cut ? cutHeight : 0))) : 0;
  return (
    <div ref={box} role="group" aria-label={label} onKeyDown={moveAlong}>
      <svg width={width} height={foot + heights.names} className="fits-paper block">
        {bars.map((bar) => (
          <Link key={`=${bar.code}`} to={toRegion(bar.code)} tabIndex={-1} aria-hidden="true">
            <title>{bar.label}</title>
            <rect x={bar.x - slot / 2} width={slot} height={foot} fill="transparent" />
            <StackedBar
              box={{ left: bar.x - wide / 2, wide, y: foot - heightOf(bar.value), height: heightOf(bar.value) }}
              value={Number(bar.value)}
              exceptions={bar.exceptions}
              cut={cut}
            />
          </Link>
        ))}
        {places.map(({ zone, from, to }, index) => (
          <Link key={`=${zone}`} to={toZone(zone)} tabIndex={index === 0 ? 0 : -1} className="hover:underline">
            <title>{zoneName(zone)}</title>
            <path d={`M${from} ${foot + 1.5}H${to}`} stroke="var(--line-strong)" />
            <rect
              x={from}
              y={foot}
              width={Math.max(heights.names, to - from)}
              height={heights.names}
              fill="transparent"
            />
            <text
              data-verbatim={zone === null ? undefined : ''}
              x={from}
              y={foot + 14}
              fontSize={11}
              fill="var(--text-2)"
            >
              {whole(zoneName(zone), (places[index + 1]?.from ?? width) - from - 4)}
            </text>
          </Link>
        ))}
      </svg>
    </div>
  );
}
