import type { ReactNode } from 'react';
import { clockOf } from '#app/components/strips/ChangeWindow.tsx';
import { hostNow } from '#app/ui/time/clock.ts';
import { integerOf } from '#domain/history/series/fall-labels.ts';
import type { Fall } from '#domain/history/series/series-lines.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { formatMoment } from '#domain/history/strips/recorded-strip.ts';
import { formatClock, formatDate, formatDuration, formatExact, formatTime } from '#domain/text/format.ts';
import { type EventPast, mostFalls } from './use-event-past.ts';

/** Milliseconds. Change windows shorter than this lie between single polls and are shown to the second. */
const byTheSecond = 10 * 60_000;

/** Formats a change window, such as "10 Mar, 00:03:40 – 00:04:40". */
function betweenInWords({ from, to }: Window, time: number): string {
  const isSameDay = formatDate(from) === formatDate(to);
  return to - from < byTheSecond
    ? `${clockOf(from)} – ${isSameDay ? formatClock(to) : clockOf(to)}`
    : `${formatMoment(from, time)} – ${isSameDay ? formatTime(to) : formatMoment(to, time)}`;
}

/** What is known if no fall is; polls say nothing of the time between them. */
export function noFallsInWords(range: string, isNeverLower: boolean | null): string {
  if (isNeverLower === null) return 'Not known yet: fewer than two points have a value.';
  return isNeverLower
    ? `None seen in ${range}: each value was at least the one before.`
    : `None seen between two polls in ${range}. After a time without a value it was lower.`;
}

/** The newest falls with change window, values, and whether a gap is inside. */
export function Falls({
  past: { shown, long, falls, isNeverLower },
  shownFalls,
}: {
  readonly past: EventPast;
  readonly shownFalls: readonly Fall[] | null;
}) {
  const time = hostNow();
  const counts = [
    ...(shownFalls ? [`${formatExact(shownFalls.length)} in ${shown.name}`] : []),
    ...(falls && (!shownFalls || long.name !== shown.name)
      ? [`${formatExact(falls.length)} in ${long.name}`]
      : []),
  ];
  return (
    <Listed
      title="Falls"
      note={counts.join(', ')}
      aside="between the two polls around it, UTC"
      heads={['Between', 'Before', 'After', 'Gap inside']}
      nothing={falls === null ? (long.failed ?? '') : noFallsInWords(long.name, isNeverLower)}
      rows={(falls ?? [])
        .slice(-mostFalls)
        .toReversed()
        .map((fall) => ({
          key: fall.at,
          cells: [
            `${betweenInWords(fall, time)}${fall.count > 1 ? `, ${formatExact(fall.count)} falls` : ''}`,
            formatExact(integerOf(fall.before)),
            formatExact(integerOf(fall.after)),
            fall.isAcrossGap ? 'yes' : 'none',
          ],
        }))}
    />
  );
}

/** The intervals between falls, with their first and last poll. */
export function CountedIntervals({ past: { stretches, long } }: { readonly past: EventPast }) {
  const time = hostNow();
  return (
    <Listed
      title="Between falls"
      aside="first and last poll of each"
      heads={['From', 'Lasted', 'First', 'Last']}
      nothing={long.failed ?? 'No poll has shown it yet.'}
      rows={stretches
        .slice(-mostFalls)
        .toReversed()
        .map(({ from, to, first, last, isAfterFall }) => ({
          key: from,
          cells: [
            `${isAfterFall ? '' : 'before '}${formatMoment(from, time)}`,
            formatDuration(to - from),
            formatExact(integerOf(first)),
            formatExact(integerOf(last)),
          ],
        }))}
    />
  );
}

function Listed({
  title,
  note,
  aside,
  heads,
  rows,
  nothing,
}: {
  readonly title: string;
  readonly note?: string;
  readonly aside: string;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly key: number; readonly cells: readonly ReactNode[] }[];
  readonly nothing: string;
}) {
  return (
    <section aria-label={title} className="min-w-0">
      <header className="flex items-baseline justify-between gap-x-4 border-b border-line-strong pb-1">
        <h2 className="section-title whitespace-nowrap">
          {title}
          {note !== undefined && <span className="caption ml-2.5 font-normal">{note}</span>}
        </h2>
        <span className="caption truncate text-text-2 max-md:hidden">{aside}</span>
      </header>
      {rows.length === 0 ? (
        <p className="caption py-2 text-text-2">{nothing}</p>
      ) : (
        <table className="w-full border-collapse text-[12.5px]">
          <thead className="text-[12px] text-text-2">
            <tr className="*:border-b *:border-line *:py-1 *:pl-3 *:text-right *:font-[480] *:first:pl-0 *:first:text-left">
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells }) => (
              <tr
                key={key}
                className="h-[27px] *:border-b *:border-line *:pl-3 *:text-right *:first:pl-0 *:first:text-left"
              >
                {cells.map((cell, place) => (
                  <td key={heads[place]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
