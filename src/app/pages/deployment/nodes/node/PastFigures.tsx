import type { ReactNode } from 'react';
import { RegionCode } from '#app/components/fields/RegionCode.tsx';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { KpiRow } from '#app/components/lists/Kpi.tsx';
import { hostNow } from '#app/ui/time/clock.ts';
import type { SpanEntry, StripEntry } from '#contract/history.ts';
import { goodShare, type Window } from '#domain/history/spans/shares.ts';
import { formatHundredths, formatMoment, observedHundredths } from '#domain/history/strips/recorded-strip.ts';
import { badSpans, type ValueSpan } from '#domain/history/timeline.ts';
import { classify, type WordOverrides } from '#domain/severity/classify.ts';
import { formatDuration, formatExact, joinWords, noValue, plural } from '#domain/text/format.ts';

export function PastFigures({
  entry,
  spans,
  moves,
  capacities,
  window,
  range,
  words,
}: {
  readonly entry: StripEntry;
  readonly spans: readonly SpanEntry[];
  readonly moves: readonly ValueSpan[];
  readonly capacities: readonly ValueSpan[];
  readonly window: Window;
  readonly range: string;
  readonly words: WordOverrides;
}) {
  const time = hostNow();
  const share = goodShare(entry);
  const { count, longest } = badSpans(spans, window, time);
  const capacity = capacities.at(-1);
  const [wasRegion, isRegion] = moves.slice(-2);
  return (
    <KpiRow>
      <Past
        label="Capacity"
        value={<Verbatim>{capacity?.value ?? noValue}</Verbatim>}
        note={
          capacity?.hasBegin ? (
            <>
              <Verbatim>{capacities.at(-2)?.value ?? noValue}</Verbatim> until{' '}
              {formatMoment(capacity.from, time)}
            </>
          ) : (
            `as sent, the same over ${range}`
          )
        }
      />
      <Past
        label="Good, of observed"
        value={share === null ? noValue : formatHundredths(share)}
        note={`${formatHundredths(observedHundredths(entry, window, time))} of ${range} observed`}
      />
      <Past
        label="Not good"
        value={count === 0 ? noValue : formatDuration(entry.bad)}
        note={joinWords([
          count === 0 ? `never seen in ${range}` : plural(count, 'span'),
          ...(entry.unknown > 0 ? [`${formatDuration(entry.unknown)} unknown or not listed`] : []),
        ])}
      />
      <Past
        label="Longest"
        value={longest ? formatDuration(longest.length) : noValue}
        note={
          longest && longest.span.word !== null ? (
            <>
              <Verbatim>{classify(longest.span.word, words).label}</Verbatim>, from{' '}
              {formatMoment(Date.parse(longest.span.from), time)}
            </>
          ) : (
            'none'
          )
        }
      />
      <Past
        label="Could have missed"
        value={formatDuration(entry.couldHide)}
        note="longest time without a poll"
      />
      <Past
        label="Moves"
        value={formatExact(moves.length - 1)}
        note={
          wasRegion && isRegion ? (
            <>
              {wasRegion.value === null ? 'no region' : <RegionCode code={wasRegion.value} />} →{' '}
              {isRegion.value === null ? 'no region' : <RegionCode code={isRegion.value} />}
            </>
          ) : (
            `none in ${range}`
          )
        }
      />
    </KpiRow>
  );
}

function Past({
  label,
  value,
  note,
}: {
  readonly label: string;
  readonly value: ReactNode;
  readonly note: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <div className="text-[12.5px] leading-5 text-text-2">{label}</div>
      <div className="figure truncate">{value}</div>
      <div className="caption line-clamp-2 text-text-2 max-md:min-h-8">{note}</div>
    </div>
  );
}
