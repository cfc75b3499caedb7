import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { Drawn } from '#app/components/timeline/Drawn.tsx';
import { TimelineRow } from '#app/components/timeline/Timeline.tsx';
import { hostNow } from '#app/ui/time/clock.ts';
import type { CoverageEntry } from '#contract/history.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { formatMoment } from '#domain/history/strips/recorded-strip.ts';
import type { ValueSpan } from '#domain/history/timeline.ts';

/** Minimum width in pixels at which the text of a value is shown. */
const room = 90;
const height = 36;
const barAt = 24;

function Beside({ text }: { readonly text: string | null }) {
  return (
    text !== null && (
      <>
        {' '}
        <Verbatim>{text}</Verbatim>
      </>
    )
  );
}

/** Timeline row of a node's field: one bar per value, with the value as text above the start. */
export function ValueOverTime({
  of,
  name,
  note,
  held: spans,
  absent,
  beside,
  total,
  window,
  coverage,
  endpoint,
  leftOut,
}: {
  readonly of: string;
  readonly name: string;
  readonly note: string;
  /** Values with their times, oldest first. A `null` value is drawn as an outlined bar. */
  readonly held: readonly ValueSpan[];
  /** Text in place of the value `null`. */
  readonly absent: string;
  /**
   * Returns a text beside a value, such as the city of a region code; `null` for none. The value is then
   * shown as a code.
   */
  readonly beside?: (value: string) => string | null;
  readonly total: string;
  readonly window: Window;
  readonly coverage: readonly CoverageEntry[];
  readonly endpoint: string;
  /** Times in which the list did not contain the node. */
  readonly leftOut?: readonly Window[] | undefined;
}) {
  const time = hostNow();
  const last = spans.at(-1);
  return (
    <TimelineRow
      of={of}
      height={44}
      name={
        <>
          <b className="font-semibold">{name}</b> <span className="truncate text-text-3">{note}</span>
        </>
      }
      good={last?.hasBegin && formatMoment(last.from, time)}
      observed={total}
    >
      <Drawn
        window={window}
        coverage={coverage}
        endpoint={endpoint}
        leftOut={leftOut}
        height={height}
        gapsFrom={barAt - 6}
        label={`${name}, ${total}`}
        beside={(place, width) =>
          spans.map((each, index) => {
            const x = place(each.from);
            const next = spans[index + 1];
            const end = next ? place(next.from) : width;
            const isLast = next === undefined;
            if (!isLast && end - x < room) return null;
            const fromRight = isLast && width - x < room;
            return (
              <span
                key={each.from}
                className={`absolute top-1 truncate bg-bg text-[12px] leading-4 ${isLast ? 'font-[580]' : 'text-text-2'}`}
                style={fromRight ? { right: 0 } : { left: x, maxWidth: Math.max(0, end - x - 4) }}
              >
                {each.value === null ? (
                  absent
                ) : (
                  <>
                    <Verbatim className={beside ? 'mono' : ''}>{each.value}</Verbatim>
                    <Beside text={beside?.(each.value) ?? null} />
                  </>
                )}
              </span>
            );
          })
        }
      >
        {(place) =>
          spans.map(({ from, to, value }, index) => (
            <rect
              key={from}
              x={place(from) + (index === 0 ? 0 : 1)}
              y={barAt + (value === null ? 0.5 : 0)}
              width={Math.max(1, place(Math.min(to, time)) - place(from) - 1)}
              height={value === null ? 5 : 6}
              fill={value === null ? 'none' : index === spans.length - 1 ? 'var(--data)' : 'var(--data-2)'}
              stroke={value === null ? 'var(--unvouched)' : undefined}
            />
          ))
        }
      </Drawn>
    </TimelineRow>
  );
}
