import type { ReactNode } from 'react';
import { StatusStrip } from '#app/components/strips/StatusStrip.tsx';
import { hostNow } from '#app/ui/time/clock.ts';
import type { CoverageEntry, SubjectKind } from '#contract/history.ts';
import { goodShare, type Window } from '#domain/history/spans/shares.ts';
import { formatHundredths, observedHundredths } from '#domain/history/strips/recorded-strip.ts';
import type { SubjectStrip } from '#domain/history/timeline.ts';
import { noValue } from '#domain/text/format.ts';
import { TimelineRow } from './Timeline.tsx';

export function StripOverTime({
  kind,
  subject,
  coverage,
  window,
  label,
  name,
  height,
  strip,
  beside,
  onRead,
}: {
  readonly kind: SubjectKind;
  /** Recorded strip of the subject; `null` if nothing is recorded. */
  readonly subject: SubjectStrip | null;
  readonly coverage: readonly CoverageEntry[];
  readonly window: Window;
  readonly label: string;
  readonly name: ReactNode;
  /** `height` is the height of the row, `strip` that of the strip inside it, both in pixels. */
  readonly height: number;
  readonly strip: number;
  readonly beside?: ReactNode;
  readonly onRead: (words: string | null) => void;
}) {
  const share = subject && goodShare(subject.entry);
  return (
    <TimelineRow
      of={kind}
      height={height}
      name={name}
      good={<b className="font-[580]">{share === null ? noValue : formatHundredths(share)}</b>}
      observed={subject && formatHundredths(observedHundredths(subject.entry, window, hostNow()))}
    >
      {subject ? (
        <div className="relative">
          <StatusStrip
            kind={kind}
            strip={{ ...subject, coverage }}
            label={label}
            height={strip}
            onRead={onRead}
          />
          {beside}
        </div>
      ) : (
        <p className="caption text-text-2">nothing recorded</p>
      )}
    </TimelineRow>
  );
}
