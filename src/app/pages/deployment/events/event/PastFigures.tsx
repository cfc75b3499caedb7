import { isTrendBegin } from '#app/charts/over-time/shown-time.ts';
import { Flawed } from '#app/components/fields/FieldValue.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import { Kpi, KpiRow } from '#app/components/lists/Kpi.tsx';
import type { Source } from '#app/queries/source.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import { paths } from '#app/url/paths.ts';
import type { EventType, Integer } from '#contract/resources.ts';
import { observedShare } from '#domain/history/series/count-past.ts';
import { integerOf } from '#domain/history/series/fall-labels.ts';
import { type Extreme, extremesOf, type Fall } from '#domain/history/series/series-lines.ts';
import { formatHundredths, formatMoment } from '#domain/history/strips/recorded-strip.ts';
import { claimOfSum, exact } from '#domain/lists/claim.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { formatDay, formatDuration, formatExact, noValue, space } from '#domain/text/format.ts';
import { formatChange, formatCount, splitUnit } from '#domain/text/format-figures.ts';
import { formatPercent, ordinal } from '#domain/text/format-shares.ts';
import type { EventSeries } from '../use-event-series.ts';
import { rankOf } from './rank.ts';
import type { EventPast } from './use-event-past.ts';

/** Largest number that is shown with all digits. Larger numbers are shortened. */
const mostDigits = 999_999_999;

function figureOf(value: Integer | null) {
  const isShort = value !== null && value <= mostDigits && value >= -mostDigits;
  return splitUnit(isShort ? formatExact(value) : formatCount(value));
}

export function PastFigures({
  source,
  listing,
  event,
  past: { shown, long, falls, stretches },
  shownFalls,
  since,
  slug,
}: {
  readonly source: Source<Listing<EventType>>;
  readonly listing: Listing<EventType>;
  readonly event: EventType;
  readonly past: EventPast;
  readonly shownFalls: readonly Fall[] | null;
  /** Begin of the history record. */
  readonly since: number | null;
  readonly slug: string;
}) {
  const time = hostNow();
  const isPast = useMoment() !== null;
  const range = shown.name;
  const rank = useListingResult(listing, `standing ${event.id}`, (list) => rankOf(list, event));
  const points = shown.series[0]?.data;
  const extremes = points && extremesOf(points);
  const present = stretches.at(-1);
  // A skeleton while it is read, a dash if it cannot be read.
  const unread = ({ failed }: EventSeries) => (failed === null ? undefined : noValue);
  const count = (shownFalls ?? []).reduce((sum, fall) => sum + fall.count, 0);
  const all = (falls ?? []).reduce((sum, fall) => sum + fall.count, 0);
  const acrossGap = (falls ?? []).filter(({ isAcrossGap }) => isAcrossGap).length;
  const extreme = (found: Extreme | undefined) => ({
    ...(points === undefined ? { value: unread(shown) } : figureOf(integerOf(found?.value ?? null))),
    claim: exact,
    note: found && formatMoment(found.at, time),
  });
  const change = present && splitUnit(changeInWords(present.change));
  const ofFalls = [
    ...(long.name === range || falls === null ? [] : [`${formatExact(all)} in ${long.name}`]),
    ...(acrossGap > 0 ? [`${formatExact(acrossGap)} across a gap`] : []),
  ];
  const [answer] = shown.series;
  const share = answer && formatHundredths(observedShare(answer.data, shown.requested, time));
  const observed = (answer && isTrendBegin([answer], shown.hasAll) ? noValue : share)?.split(space);
  return (
    // Reserves two lines for each note, so that a late note shifts nothing.
    <div className="[&_.caption]:min-h-8">
      <KpiRow>
        <Kpi
          label={isPast ? 'Then' : 'Now'}
          {...figureOf(event.count)}
          claim={exact}
          note={
            event.count === null ? (
              <Flawed record={event} field="count" />
            ) : (
              rank && (
                <>
                  {formatPercent(event.count, rank.all.total)} of{' '}
                  <Claimed claim={claimOfSum(listing.claim, rank.all)}>all events reported</Claimed>
                  {rank.rank !== null && `, ${ordinal(rank.rank)} of ${formatExact(rank.all.counted)}`}
                </>
              )
            )
          }
          to={paths.events(slug)}
          source={source}
        />
        <Kpi label={`Highest in ${range}`} {...extreme(extremes?.highest)} source={source} />
        <Kpi label={`Lowest in ${range}`} {...extreme(extremes?.lowest)} source={source} />
        <Kpi
          label={present?.isAfterFall ? 'Since the last fall' : 'Since the first poll'}
          value={change?.value ?? (long.series[0] ? noValue : unread(long))}
          unit={change?.unit}
          claim={exact}
          note={
            present &&
            `from ${formatExact(integerOf(present.first))}, in ${formatDuration(present.to - present.from)}`
          }
          source={source}
        />
        <Kpi
          label={`Falls in ${range}`}
          value={points ? (extremes ? formatExact(count) : noValue) : unread(shown)}
          claim={exact}
          note={ofFalls.join(', ')}
          source={source}
        />
        <Kpi
          label="Observed"
          value={observed?.[0] ?? unread(shown)}
          unit={observed?.[1]}
          claim={exact}
          note={`of ${range}${since !== null && since > shown.requested.from ? `, recorded since ${formatDay(since, time)}` : ''}`}
          source={source}
        />
      </KpiRow>
    </div>
  );
}

function changeInWords(change: Integer): string {
  const isShort = change <= mostDigits && change >= -mostDigits;
  return isShort ? formatChange(change) : `${change > 0 ? '+' : ''}${formatCount(change)}`;
}
