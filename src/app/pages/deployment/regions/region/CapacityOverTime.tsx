import { Link } from 'react-router';
import { RegionCode } from '#app/components/fields/RegionCode.tsx';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { Drawn } from '#app/components/timeline/Drawn.tsx';
import { TimelineRow } from '#app/components/timeline/Timeline.tsx';
import { hostNow } from '#app/ui/time/clock.ts';
import { paths } from '#app/url/paths.ts';
import type { CoverageEntry, SeriesPoint } from '#contract/history.ts';
import { levelChange } from '#domain/history/series/level.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { type Move, stepsOf } from '#domain/history/timeline.ts';
import { formatExact, noValue, withUnit } from '#domain/text/format.ts';

interface OverTime {
  readonly window: Window;
  readonly coverage: readonly CoverageEntry[];
  readonly endpoint: string;
}

const height = 44;
const [top, bottom] = [14, 34];
/** Minimum width in pixels of a figure beside the line. */
const room = 64;

function signed(by: number, figure: (value: number) => string): string {
  return `${by > 0 ? '+' : by < 0 ? '−' : '±'}${figure(Math.abs(by))}`;
}

export function CapacityOverTime({
  points,
  unit,
  window,
  coverage,
  endpoint,
}: OverTime & { readonly points: readonly SeriesPoint[]; readonly unit: string }) {
  const steps = stepsOf(points);
  const last = steps.at(-1)?.value ?? null;
  const gained = levelChange(points)?.by ?? null;
  const values = steps.flatMap(({ value }) => value ?? []);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const up = (value: number) =>
    most === least ? 24 : bottom - ((value - least) / (most - least)) * (bottom - top);
  const figure = (value: number) => withUnit(value, unit);
  return (
    <TimelineRow
      of="capacity"
      height={52}
      name={
        <span className="leading-4">
          <b className="font-semibold">Advertised capacity</b>
          <span className="block text-[12px] text-text-3">sum of listed nodes</span>
        </span>
      }
      good={<b className="font-[580]">{last === null ? noValue : figure(last)}</b>}
      observed={gained !== null && signed(Number(gained), figure)}
    >
      <Drawn
        window={window}
        coverage={coverage}
        endpoint={endpoint}
        height={height}
        label={
          values.length > 0
            ? `Advertised capacity, ${steps.map(({ value }) => (value === null ? 'not all listed' : figure(value))).join(', then ')}`
            : 'Advertised capacity, nothing recorded'
        }
        beside={(place, width) => {
          let free = 0;
          return steps.map(({ at, value }, index) => {
            const x = Math.min(place(at) + 2, width - room);
            if (value === null || x < free) return null;
            free = x + room;
            const isBelow = value < (steps[index - 1]?.value ?? value);
            return (
              <span
                key={at}
                className="absolute text-[11px] leading-3 whitespace-nowrap text-text-2"
                style={{ left: x, top: isBelow ? up(value) + 1 : up(value) - 13 }}
              >
                {figure(value)}
              </span>
            );
          });
        }}
      >
        {(place) => (
          <path
            d={steps
              .flatMap(({ at, value }, index) => {
                if (value === null) return [];
                const isOn = (steps[index - 1]?.value ?? null) !== null;
                const end = place(steps[index + 1]?.at ?? hostNow());
                return `${isOn ? 'V' : `M${place(at)} `}${up(value)}H${end}`;
              })
              .join('')}
            fill="none"
            stroke="var(--data)"
            strokeWidth={1.4}
          />
        )}
      </Drawn>
    </TimelineRow>
  );
}

/** Maximum number of moves drawn, the latest ones. */
const mostMoves = 40;

export function Moves({
  slug,
  moves,
  window,
  coverage,
  endpoint,
}: OverTime & { readonly slug: string; readonly moves: readonly Move[] }) {
  const drawn = moves.slice(-mostMoves);
  const count = (direction: Move['direction']) => moves.filter((move) => move.direction === direction).length;
  return (
    <TimelineRow
      of="moves"
      height={30}
      name={
        <>
          <b className="font-semibold">Moves</b>{' '}
          <span className="truncate text-text-3">by region of the row</span>
        </>
      }
      good={`${formatExact(count('in'))} in`}
      observed={`${formatExact(count('out'))} out`}
    >
      {moves.length === 0 ? (
        <p className="caption text-text-3">none in this time</p>
      ) : (
        <Drawn
          window={window}
          coverage={coverage}
          endpoint={endpoint}
          height={22}
          label={`${formatExact(count('in'))} moved in, ${formatExact(count('out'))} out`}
          beside={(place, width) =>
            drawn.map((move, index) => {
              const next = drawn[index + 1];
              const x = place(move.at);
              const end = next ? place(next.at) - 18 : width;
              // Text without room on its right is left of the last mark.
              const isLast = !next && width - x < 220 && x > 240;
              if (!isLast && end - x < 120) return null;
              return (
                <span
                  key={`${move.at} ${move.key}`}
                  className="absolute top-[3px] truncate bg-bg text-[11.5px] leading-4"
                  style={
                    isLast
                      ? { right: width - x + 16, maxWidth: 230 }
                      : { left: x + 10, maxWidth: Math.max(0, end - x - 10) }
                  }
                >
                  <Link to={paths.node(slug, move.key)} className="link mono">
                    <Verbatim>{move.key}</Verbatim>
                  </Link>{' '}
                  {move.direction === 'in' ? 'in, from ' : 'out, to '}
                  {move.other === null ? 'no region' : <RegionCode code={move.other} />}
                </span>
              );
            })
          }
        >
          {(place) =>
            drawn.map(({ at, key, direction }) => {
              const x = place(at);
              const shift = direction === 'in' ? -13 : 0;
              return (
                <path
                  key={`${at} ${key}`}
                  d={`M${x} 5v12M${x + shift + 1} 11h10m-4 -4l4 4l-4 4`}
                  fill="none"
                  stroke="var(--text)"
                  strokeWidth={1.4}
                />
              );
            })
          }
        </Drawn>
      )}
    </TimelineRow>
  );
}
