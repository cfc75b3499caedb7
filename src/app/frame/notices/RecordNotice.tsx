import { useState } from 'react';
import { useParams } from 'react-router';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { keepsHistory } from '#app/delivered/config.ts';
import { isAnyRead } from '#app/observe/session/seen.ts';
import { useHistoryStates } from '#app/queries/history/history.ts';
import { useTimed } from '#app/ui/time/clock.ts';
import { acknowledgedNotices, acknowledgeNotice } from '#app/url/settings.ts';
import type { HistoryNotice, HistoryState } from '#contract/history.ts';
import { formatDateTime } from '#domain/text/format.ts';

const words: Readonly<Record<HistoryNotice['kind'] | 'clock', string>> = {
  damaged: 'The history file was damaged and has been quarantined. A new one was created',
  newer: 'The history file is from a newer version. History has not been recorded',
  'disk-full': 'The disk is full. History has not been recorded',
  locked: 'Another host is recording history. This host has not recorded',
  'read-only': 'The history file is read-only. History has not been recorded',
  store: 'The history database does not respond. History has not been recorded',
  clock: 'The host’s clock was set back or is a day off. History is not recorded until the clock is right',
};

/** Kinds of notice that the viewer can acknowledge. Notices of other kinds stay while their cause lasts. */
const passing: ReadonlySet<string> = new Set(['damaged', 'newer', 'disk-full']);

/** Kinds of notice that report a past event. Other kinds report a state that lasts. */
const past: ReadonlySet<string> = new Set(['damaged']);

type Notice = Pick<HistoryNotice, 'kept'> & {
  readonly kind: keyof typeof words;
  /** ISO time of the event, or of the start of the state; `null` if the host's clock is wrong. */
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
          {since !== null && ` ${past.has(kind) ? 'on' : 'since'} ${formatDateTime(Date.parse(since))}`}
          {kept !== null && (
            <>
              ; the old file is <Verbatim className="mono">{kept}</Verbatim>
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
              // Hides the notice now, even if the browser cannot store the acknowledgement.
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
