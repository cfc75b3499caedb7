import { useState } from 'react';
import { RecordAxis } from '#app/components/strips/RecordAxis.tsx';
import { RecordedStrip } from '#app/components/strips/RecordedStrip.tsx';
import { rangeOptions, useRange, useRecord, useRecordedSubject } from '#app/components/strips/record.ts';
import { Share } from '#app/components/strips/Share.tsx';
import { SightRow } from '#app/components/strips/SightRow.tsx';
import { keepsHistory } from '#app/delivered/config.ts';
import { Segmented } from '#app/ui/elements/Segmented.tsx';
import { rangeNames } from '#domain/history/windows.ts';
import type { Severity } from '#domain/severity/severity.ts';
import { formatDuration } from '#domain/text/format.ts';
import { SessionHistory } from './SessionHistory.tsx';

/** The verdict over the page's range with the coverage row. Without history, this session's strip. */
export default function RecordedHistory({
  slug,
  present,
}: {
  readonly slug: string;
  readonly present: Severity;
}) {
  const [range, setRange] = useRange();
  const { failure, isThere } = useRecord(slug);
  const subject = useRecordedSubject(slug, { kind: 'deployment', key: slug, occurrence: 1 }, range);
  const [read, setRead] = useState<string | null>(null);
  if (!subject)
    return (
      <SessionHistory
        slug={slug}
        note={
          isThere
            ? 'Loading the history.'
            : !keepsHistory || failure?.kind === 'no-host'
              ? 'History of this page since it opened. A longer history needs the host, which records it.'
              : failure
                ? `History of this page since it opened. The host’s history cannot be read: ${failure.why}.`
                : 'History of this page since it opened.'
        }
      />
    );
  const { answer, entry, sight, readAt } = subject;
  const shown = { from: Date.parse(answer.from), to: Date.parse(answer.to) };
  return (
    <section aria-label="Overall status over time" className="mt-4 mb-3 min-h-[111px]">
      <header className="flex min-h-7 flex-wrap items-baseline justify-between gap-x-4 gap-y-1 max-md:mb-1.5">
        <p className="min-w-0 text-[12.5px]">
          <b className="section-title mr-2.5">Last {rangeNames[range]}</b>
          <Share entry={entry} window={shown} readAt={readAt} />
          <span className="text-text-2 max-md:hidden">
            , {formatDuration((shown.to - shown.from) / answer.marks)} a mark
          </span>
        </p>
        <Segmented label="Range of time" value={range} options={rangeOptions} onChange={setRange} />
      </header>
      <SightRow sight={sight} endpoint={entry.endpoint} window={shown} read={read} />
      <div className="mt-[3px]">
        <RecordedStrip
          kind="deployment"
          subject={subject}
          label="Overall status"
          height={32}
          present={present}
          onRead={setRead}
        />
      </div>
      <RecordAxis window={shown} />
      {failure && <p className="caption text-text-2">The record is as it was last read: {failure.why}.</p>}
    </section>
  );
}
