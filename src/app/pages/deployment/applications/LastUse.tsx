import { FieldText } from '#app/components/fields/FieldValue.tsx';
import { useTimed } from '#app/ui/time/clock.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import { parseTimestamp } from '#contract/forms.ts';
import type { Application } from '#contract/resources.ts';
import { idleFrom, pastUse } from '#domain/numbers/idle-bands.ts';
import { formatDateTime } from '#domain/text/format.ts';
import { coarseAge, isBeyondAxis, positionOf, ticks } from './last-use.ts';

/**
 * Layout of a cell: time axis at the left, age as text at the right. The left padding fits half of a dot at
 * the oldest end. On a phone, and in a narrow cell, the axis is left out.
 */
const columns =
  'grid grid-cols-[minmax(0,1fr)_6.5rem] gap-x-4 pl-1.5 max-md:block max-md:pl-0 @max-[14rem]:block';
/** Labels of axis ticks that are left out on narrower screens, where they would overlap. */
const crowded: ReadonlySet<string> = new Set(['1\u00a0y', '30\u00a0d', '7\u00a0d']);
const idlePosition = positionOf(idleFrom);

function percent(position: number): string {
  return `${(position * 100).toFixed(2)}%`;
}

export function AxisTicks() {
  const end = useMoment() === null ? 'now' : 'then';
  return (
    <>
      <span className="ml-3 font-normal text-text-3 max-lg:hidden">time before {end}, logarithmic</span>
      <div aria-hidden="true" className="@container mt-4 font-normal max-md:hidden">
        <div className={`${columns} pb-1`}>
          <div className="relative h-4 text-[11px] @max-[14rem]:invisible">
            {ticks.map(({ label, position }) => (
              <span
                key={label}
                className={`absolute -translate-x-1/2 ${crowded.has(label) ? 'max-lg:hidden' : ''}`}
                style={{ left: percent(position) }}
              >
                {label}
              </span>
            ))}
          </div>
        </div>
      </div>
    </>
  );
}

export function LastUse({
  row,
  offset,
}: {
  readonly row: Application;
  /** Milliseconds by which the service's clock is ahead of the browser's; negative if it is behind. */
  readonly offset: number;
}) {
  const sent = row.last_used_at;
  const time = sent === null ? null : parseTimestamp(sent);
  const moment = useMoment();
  const ageAt = (now: number) => {
    const serviceNow = moment ?? now + offset;
    const used = pastUse(time, serviceNow);
    return used === null ? null : Math.max(0, serviceNow - used);
  };
  // In steps, so that a long table does not render every second.
  const words = useTimed((now) => {
    const age = ageAt(now);
    return age === null ? null : `${coarseAge(age)} ago`;
  });
  const position = useTimed((now) => {
    const age = ageAt(now);
    return age === null || isBeyondAxis(age) ? null : Math.round(positionOf(age) * 1000) / 1000;
  });
  const isIdle = useTimed((now) => (ageAt(now) ?? 0) >= idleFrom);
  return (
    <span className="@container block">
      <span className={`${columns} max-md:text-right @max-[14rem]:text-right`}>
        <Axis position={position} isKnown={words !== null} isIdle={isIdle} />
        {/* Grows to the left, because a sent value may be longer than an age. */}
        <span className="drains block max-w-80 justify-self-end truncate @max-[14rem]:max-w-full">
          {time === null || sent === null ? (
            <FieldText record={row} field="last_used_at" value={sent} form={{ kind: 'timestamp' }} />
          ) : (
            <time
              dateTime={sent}
              title={words === null ? 'in the future' : `${formatDateTime(time)} UTC`}
              className={isIdle ? 'font-semibold' : ''}
            >
              {words ?? sent}
            </time>
          )}
        </span>
      </span>
    </span>
  );
}

/**
 * Draws a line from the last use to now on the time axis, with a dot at the last use. The dot is hollow from
 * 90 d on. An arrow replaces it if the last use is older than the axis.
 */
function Axis({
  position,
  isKnown,
  isIdle,
}: {
  /**
   * Position on the axis, 0 (oldest) to 1 (now); `null` if the last use is unknown or older than the axis.
   */
  readonly position: number | null;
  readonly isKnown: boolean;
  readonly isIdle: boolean;
}) {
  const start = percent(position ?? 0);
  const ink = isIdle ? 'stroke-text' : 'stroke-data';
  return (
    // Taller than the text line; the cell clips it to the height of the row.
    <span aria-hidden="true" className="relative block max-md:hidden @max-[14rem]:hidden">
      <svg width="100%" height="48" className="drains-fill absolute -top-3.5 left-0 overflow-visible">
        {ticks.map((tick) => (
          <line
            key={tick.label}
            x1={percent(tick.position)}
            x2={percent(tick.position)}
            y1="0"
            y2="48"
            className={tick.position === idlePosition ? 'stroke-ctl' : 'stroke-line'}
          />
        ))}
        {isKnown && (
          <>
            <line x1={start} x2="100%" y1="24" y2="24" strokeOpacity={isIdle ? 1 : 0.6} className={ink} />
            {position === null ? (
              <path d="M5 19.5 .8 24 5 28.5" fill="none" strokeWidth="1.5" className={ink} />
            ) : (
              <circle
                cx={start}
                cy="24"
                r="4"
                strokeWidth="1.5"
                className={isIdle ? 'fill-bg stroke-text' : 'fill-data stroke-none'}
              />
            )}
          </>
        )}
      </svg>
    </span>
  );
}
