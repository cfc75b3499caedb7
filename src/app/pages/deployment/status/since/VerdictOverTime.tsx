import { useState } from 'react';
import { hostHistory } from '#app/components/history/host-history.ts';
import { RangeControl } from '#app/components/history/RangeControl.tsx';
import { useRange } from '#app/components/history/range.ts';
import { useStrip } from '#app/components/history/use-history.ts';
import { type HistoryRecordState, useRecord } from '#app/components/history/use-record.ts';
import { NoteMarks } from '#app/components/notes/NoteMarks.tsx';
import { CoverageRow } from '#app/components/strips/CoverageRow.tsx';
import { RecordAxis } from '#app/components/strips/RecordAxis.tsx';
import { Share } from '#app/components/strips/Share.tsx';
import { StatusStrip } from '#app/components/strips/StatusStrip.tsx';
import { TimeAxis } from '#app/components/strips/TimeAxis.tsx';
import { keepsHistory } from '#app/delivered/config.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import { presentSlug } from '#domain/history/past/slug-in-time.ts';
import { isUsual, rangeName } from '#domain/history/windows.ts';
import type { Severity } from '#domain/severity/severity.ts';
import { formatDuration } from '#domain/text/format.ts';

/**
 * Shows the verdict over the page's range as a strip, with a row for the coverage. Without a history record,
 * the strip covers this session.
 */
export default function VerdictOverTime({
  slug,
  present,
}: {
  readonly slug: string;
  readonly present: Severity;
}) {
  const [range, setRange] = useRange();
  const record = useRecord(slug);
  const subject = { kind: 'deployment', key: presentSlug(slug), occurrence: 1 } as const;
  const strip = useStrip(slug, subject, range);
  const { isAwaited } = hostHistory.useStrip(slug, subject, range, record.isThere);
  const [read, setRead] = useState<string | null>(null);
  if (!strip || strip.isOfSession) {
    return (
      <div className="mt-4 mb-3 flex min-h-[111px] flex-col justify-end max-md:min-h-[135px]">
        <p className="caption mb-2 text-text-2">{noRecord(record, isAwaited)}</p>
        {strip ? (
          <>
            <StatusStrip kind="deployment" strip={strip} label="Overall status" height={30} />
            <TimeAxis from={Date.parse(strip.answer.from)} to={Date.parse(strip.answer.to)} />
          </>
        ) : (
          <div className="h-11" />
        )}
      </div>
    );
  }
  const { answer, entry, coverage, readAt } = strip;
  const shown = { from: Date.parse(answer.from), to: Date.parse(answer.to) };
  return (
    <section aria-label="Overall status over time" className="mt-4 mb-3 min-h-[111px]">
      <header className="flex min-h-7 flex-wrap items-baseline justify-between gap-x-4 gap-y-1 max-md:mb-1.5">
        <p className="min-w-0 text-[12.5px]">
          <b className="section-title mr-2.5">
            {isUsual(range) && 'Last '}
            {rangeName(range)}
          </b>
          <Share entry={entry} window={shown} readAt={readAt ?? hostNow()} />
          <span className="text-text-2 max-md:hidden">
            , {formatDuration((shown.to - shown.from) / answer.marks)} a mark
          </span>
        </p>
        <RangeControl range={range} onRange={setRange} />
      </header>
      <CoverageRow coverage={coverage} endpoint={entry.endpoint} window={shown} read={read} />
      <div className="relative mt-[3px]">
        <StatusStrip
          kind="deployment"
          strip={strip}
          label="Overall status"
          height={32}
          present={present}
          onRead={setRead}
        />
        <NoteMarks slug={slug} range={range} window={shown} />
      </div>
      <RecordAxis window={shown} />
      {record.failure && (
        <p className="caption text-text-2">The record is as it was last read: {record.failure.why}.</p>
      )}
    </section>
  );
}

/** States why the strip does not come from the host's history record. */
function noRecord({ failure, isThere, isAnswered, source }: HistoryRecordState, isAwaited: boolean): string {
  const isLoading = isThere ? isAwaited : !isAnswered;
  if (isThere || (source === null && !failure))
    return isLoading ? 'Loading the history.' : 'Nothing is recorded yet.';
  const own = 'History of this page since it opened.';
  if (!keepsHistory || failure?.kind === 'no-host')
    return `${own} A longer history needs the host, which records it.`;
  return failure ? `${own} The host’s history cannot be read: ${failure.why}.` : own;
}
