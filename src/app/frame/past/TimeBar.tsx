import { Link, useLocation, useNavigate } from 'react-router';
import { useRecord } from '#app/components/history/use-record.ts';
import type { HistoryRead } from '#app/queries/history/history.ts';
import { useNeighbours } from '#app/queries/history/neighbours.ts';
import { Icon } from '#app/ui/elements/Icon.tsx';
import { hostNow } from '#app/ui/time/clock.ts';
import type { Deployment } from '#contract/host.ts';
import { formatNear, formatPast } from '#domain/history/past/known-then.ts';
import { whyNoHistory } from '#domain/history/past/why-no-history.ts';
import { formatDateTime } from '#domain/text/format.ts';
import { CompareWith } from './against/lazy-parts.tsx';
import { MomentField } from './MomentField.tsx';
import { searchAt } from './search-at.ts';
import { unrecordedAt } from './unrecorded.ts';

/**
 * Bar of a page of the past: its moment, as a field too, steps to the changes before and after, and the way back to the
 * present.
 */
export function TimeBar({ deployment, moment }: { readonly deployment: Deployment; readonly moment: number }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { before, after } = useNeighbours(deployment.slug, moment);
  const goTo = (to: number) => void navigate({ search: searchAt(search, to) }, { preventScrollReset: true });
  return (
    <section aria-label="Time shown" className="border-b border-line-strong bg-s1 text-[13px]">
      <div className="sheet flex flex-wrap items-center gap-x-5 gap-y-2 pt-2 pb-1.5">
        <p aria-live="polite" className="m-0 text-[15px] font-[580] max-md:flex-1">
          As of <time dateTime={new Date(moment).toISOString()}>{formatPast(moment, hostNow())}</time> UTC
        </p>
        <Link
          to={{ search: searchAt(search, null) }}
          preventScrollReset
          className="no-print inline-flex min-h-6 items-center underline underline-offset-3 max-md:min-h-11"
        >
          Back to now
        </Link>
        <MomentField moment={moment} action="Show" onChoose={goTo} />
        <div role="group" aria-label="Recorded changes" className="no-print flex gap-x-2 max-md:w-full">
          <Step name="Change before" read={before} moment={moment} onStep={goTo} />
          <Step name="Change after" read={after} moment={moment} onStep={goTo} />
        </div>
        {/* Its menu opens to the left. */}
        <div className="ml-auto max-md:ml-0 max-md:w-full">
          <CompareWith moment={moment} />
        </div>
      </div>
      <Notes deployment={deployment} moment={moment} pathname={pathname} />
    </section>
  );
}

/** Button to the change before or after. It keeps the focus, so that it can be pressed again and again. */
function Step({
  name,
  read: { value, failure },
  moment,
  onStep,
}: {
  readonly name: 'Change before' | 'Change after';
  readonly read: HistoryRead<{ readonly at: number | null }>;
  readonly moment: number;
  readonly onStep: (moment: number) => void;
}) {
  const isBefore = name === 'Change before';
  const at = value?.at ?? null;
  const words = at !== null ? formatNear(at, moment) : value ? 'none' : failure ? failure.why : '…';
  const caret = <Icon name="caret" className={`size-3.5 ${isBefore ? 'rotate-90' : '-rotate-90'}`} />;
  return (
    <button
      type="button"
      className="control inline-flex items-center justify-center gap-1.5 aria-disabled:text-text-3 max-md:min-h-11 max-md:flex-1"
      aria-label={`${name}: ${words}`}
      aria-disabled={at === null}
      onClick={() => {
        if (at !== null) onStep(at);
      }}
    >
      {isBefore && caret}
      <span>
        <span className="max-md:hidden">Change </span>
        {isBefore ? 'before' : 'after'}
        <span className="text-text-2">: {words}</span>
      </span>
      {!isBefore && caret}
    </button>
  );
}

/** What the page cannot show of this moment. */
function Notes({
  deployment,
  moment,
  pathname,
}: {
  readonly deployment: Deployment;
  readonly moment: number;
  readonly pathname: string;
}) {
  const { state } = useRecord(deployment.slug, true);
  const since = state?.since == null ? null : Date.parse(state.since);
  const notes = [
    since !== null && moment < since
      ? `The history begins on ${formatDateTime(since)} UTC, so nothing is known of this moment.`
      : (state && whyNoHistory(state)) || unrecordedAt(pathname),
    'Nothing here is polled, and alerts pause.',
  ].filter((note) => note !== undefined);
  return <p className="sheet m-0 pb-1.5 text-[12px] leading-4 text-text-2">{notes.join(' ')}</p>;
}
