import { useState } from 'react';
import { useParams } from 'react-router';
import { Verbatim } from '#app/components/records/Verbatim.tsx';
import { keepsHistory } from '#app/delivered/config.ts';
import { isAnyRead } from '#app/observe/session/seen.ts';
import { useHistoryStates } from '#app/queries/history.ts';
import { useTimed } from '#app/ui/time/clock.ts';
import { acknowledgedNotices, acknowledgeNotice } from '#app/url/settings.ts';
import type { HistoryNotice, HistoryState } from '#contract/history.ts';
import { formatDateTime } from '#domain/text/format.ts';

const words: Readonly<Record<HistoryNotice['kind'] | 'clock', string>> = {
  damaged: 'The record was damaged and was set aside; a new one was begun',
  newer: 'The record is of a newer version and was set aside; a new one was begun',
  'disk-full': 'The disk is full: nothing more is recorded',
  locked: 'Another host keeps the record: this one records nothing',
  'read-only': 'The record cannot be written: nothing is recorded',
  clock: 'This host’s clock was set back or is a day off: nothing is recorded until it is right',
};

/** Notices that can be acknowledged; the others stay while they apply. */
const passing: ReadonlySet<string> = new Set(['damaged', 'newer', 'disk-full']);

type Notice = Pick<HistoryNotice, 'kept'> & {
  readonly kind: keyof typeof words;
  /** `null` if the host's clock is wrong. */
  readonly since: string | null;
};

function noticeOf({ reason, notice }: HistoryState): Notice | null {
  return reason === 'clock' ? { kind: 'clock', since: null, kept: null } : notice;
}

export function RecordNotice() {
  const { deployment } = useParams();
  const { value } = useHistoryStates(useTimed(() => keepsHistory && isAnyRead()));
  const [known, setKnown] = useState(acknowledgedNotices);
  const states = value?.data ?? [];
  const state = states.find((each) => each.deployment === deployment) ?? states.find(noticeOf);
  const current = state && noticeOf(state);
  if (!current || known.includes(`${current.kind} ${current.since}`)) return null;
  const { kind, since, kept } = current;
  return (
    <aside aria-label="Record" data-history-notice={kind} className="border-b border-line bg-s1">
      <div className="sheet flex flex-wrap items-baseline justify-between gap-x-4 py-1 text-[12px] leading-4 text-text-2">
        <p className="wrap-anywhere">
          {words[kind]}
          {since !== null && `, since ${formatDateTime(Date.parse(since))}`}
          {kept !== null && (
            <>
              ; what was there is kept as <Verbatim className="mono">{kept}</Verbatim>
            </>
          )}
          .
        </p>
        {passing.has(kind) && (
          <button
            type="button"
            className="no-print underline underline-offset-3 max-md:min-h-11"
            onClick={() => {
              acknowledgeNotice(`${kind} ${since}`);
              // Hides it now even if nothing can be stored.
              setKnown([...known, `${kind} ${since}`]);
            }}
          >
            Acknowledge
          </button>
        )}
      </div>
    </aside>
  );
}
