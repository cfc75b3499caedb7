import '#app/components/handover/handover.css';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import {
  Confirmed,
  FreshnessProvider,
  useShownFreshness,
  useSurroundingFreshness,
} from '#app/components/freshness/freshness-context.tsx';
import { Lines } from '#app/components/handover/Lines.tsx';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { useDeploymentAt } from '#app/delivered/config.ts';
import type { HistoryFailure } from '#app/queries/history/history.ts';
import { useChangesWithin, useSpansOfMark } from '#app/queries/history/mark.ts';
import { useStatus } from '#app/queries/resources/status.ts';
import { CloseModal, Modal } from '#app/ui/elements/Modal.tsx';
import { hostNow } from '#app/ui/time/clock.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import { changeLine } from '#domain/history/handover/change-lines.ts';
import {
  endedLine,
  type LineOptions,
  mergedLines,
  openLine,
  subjectClauses,
} from '#domain/history/handover/lines.ts';
import { deploymentAsOf, momentText } from '#domain/history/past/as-of.ts';
import { presentSlug, slugAsOf } from '#domain/history/past/slug-in-time.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import {
  isExplained,
  isOnlyAssumed,
  type MarkOfStrip,
  momentOfMark,
  partsOfMark,
  type SpansOfMark,
  windowOfState,
  worstOfMark,
} from '#domain/history/strips/span-of-mark.ts';
import { severityName } from '#domain/severity/severity.ts';
import { formatClock, formatDuration, plural } from '#domain/text/format.ts';
import { searchAt } from './search-at.ts';

export interface MarkDialogProps {
  readonly mark: MarkOfStrip;
  /** Text of the mark. */
  readonly words: string;
  readonly slug: string;
  /** Whether the page is one of the deployment, so that it can be shown as it was. */
  readonly isOfPage: boolean;
  readonly onClose: () => void;
}

/** Maximum number of lines of changes. The Changes page has all. */
const mostLines = 12;

const link = 'underline underline-offset-3 inline-flex min-h-6 items-center max-md:min-h-11';

/** The span of a strip's mark: its subject, its state, from when to when, and the changes in it. */
export default function MarkDialog({ slug, ...props }: MarkDialogProps) {
  const present = useDeploymentAt(slug);
  const moment = useMoment();
  if (!present) return null;
  const deployment = moment === null ? present : deploymentAsOf(present, momentText(moment));
  return <Dialog deployment={deployment} {...props} />;
}

interface OfDeployment {
  readonly deployment: Deployment;
}

function Dialog({ deployment, mark, words, isOfPage, onClose }: Omit<MarkDialogProps, 'slug'> & OfDeployment) {
  const { slug, name } = deployment;
  const { feed } = useStatus(deployment);
  const { spans, hasMore, failure } = useSpansOfMark(slug, mark);
  const isWhole = mark.kind === 'deployment';
  const shown = spans && (isWhole ? partsOfMark : worstOfMark)(spans, mark);
  const title = isWhole ? `${name}, overall status` : undefined;
  return (
    <Modal
      label={`What happened: ${isWhole ? name : mark.key}`}
      className="w-[min(46rem,calc(100vw-2rem))]"
      onClose={onClose}
    >
      <div className="flex items-start justify-between gap-4 border-b border-line-strong py-2 pr-4 pl-5">
        <h2 className="min-w-0 text-[17px] leading-6 font-[620] wrap-anywhere">
          {title ?? <Sentence clauses={subjectClauses(mark)} />}
        </h2>
        <CloseModal />
      </div>
      <Confirmed feeds={[feed]} className="px-5 pt-3 pb-5 text-[13px]">
        <p className="text-text-2">{words}</p>
        {shown && <Span {...{ deployment, mark, shown, isOfPage, onClose }} />}
        {spans && !shown && <p className="pt-3">Nothing is recorded of this time.</p>}
        {hasMore && <p className="caption pt-3">The host did not send all states of this time.</p>}
        <Reading of="history" isRead={spans !== null} failure={failure} />
      </Confirmed>
    </Modal>
  );
}

/** Says that something is being read, or why it cannot be read. */
function Reading({
  of,
  isRead,
  failure,
}: {
  readonly of: 'history' | 'changes';
  readonly isRead: boolean;
  readonly failure: HistoryFailure | null;
}) {
  if (failure) return <p className="pt-3">{`The ${of} can’t be read: ${failure.why}.`}</p>;
  return isRead ? null : <p className="pt-3">Reading the {of}…</p>;
}

function Span({
  deployment,
  mark,
  shown,
  isOfPage,
  onClose,
}: Pick<MarkDialogProps, 'mark' | 'isOfPage' | 'onClose'> & OfDeployment & { readonly shown: SpansOfMark }) {
  const { slug } = deployment;
  const { search } = useLocation();
  const moment = useMoment();
  // A later time would be a request of its own with each render.
  const [openedAt] = useState(hostNow);
  const known = moment ?? openedAt;
  const window = windowOfState(shown, moment, openedAt);
  const at = momentOfMark(shown, mark);
  const text = momentText(at);
  const [isSeveral, isOpen] = [shown.spans.length > 1, shown.to === null];
  const state = severityName[shown.worst.severity];
  return (
    <>
      <p className="pt-1 text-text-2">
        {isSeveral ? `The first ${state} lasted ` : 'In all '}
        {shown.worst.notBefore === null && 'at least '}
        {formatDuration((shown.to ?? known) - shown.from)}
        {isOpen && (moment === null ? ', and no later state is recorded' : ' up to this moment')}. Times are
        UTC.
      </p>
      <h3 className="pt-4 text-[13px] font-[620]">State</h3>
      <AsObserved mark={mark}>
        <States deployment={deployment} shown={shown} known={known} />
      </AsObserved>
      {!isExplained(shown, mark) && (
        <p className="pt-1">
          {isOnlyAssumed(mark) ? (
            'The mark is only assumed good, because not everything was known.'
          ) : (
            <>
              No recorded state is as bad as this mark. The nodes may have decided it:{' '}
              <Link className={link} to={paths.nodes(slugAsOf(presentSlug(slug), text))} onClick={onClose}>
                nodes at {formatClock(at)}
              </Link>
            </>
          )}
        </p>
      )}
      <p className="caption pt-1">
        A state begins with the first poll that shows it. It continues through gaps until a poll shows another
        state.
      </p>
      <h3 className="pt-4 text-[13px] font-[620]">Changes of all subjects</h3>
      {window.from > shown.from && <p className="caption">Only of the last 400 days of this state.</p>}
      <Changes deployment={deployment} window={window} known={known} />
      <p className="flex flex-wrap gap-x-5 pt-4">
        <Link
          className={link}
          to={isOfPage ? { search: searchAt(search, at) } : paths.status(slugAsOf(slug, text))}
          preventScrollReset={isOfPage}
          onClick={onClose}
        >
          As it was at {formatClock(at)}
        </Link>
        <Link
          className={link}
          to={paths.changes(slug, {
            from: new Date(window.from).toISOString(),
            to: new Date(window.to).toISOString(),
          })}
          onClick={onClose}
        >
          All changes in this time
        </Link>
      </p>
    </>
  );
}

/** The states of a mark. If nothing of the mark was observed, it says so, and no state looks good. */
function AsObserved({ mark, children }: Pick<MarkDialogProps, 'mark'> & { readonly children: ReactNode }) {
  const [own, late] = [useSurroundingFreshness(), useShownFreshness('late')];
  const isObserved = mark.severity !== 'unvouched';
  return (
    <div data-freshness={isObserved ? own : late}>
      {!isObserved && <p>Not observed in this mark. The last known state:</p>}
      <FreshnessProvider value={isObserved ? own : late}>{children}</FreshnessProvider>
    </div>
  );
}

interface Known extends OfDeployment {
  /** Until when the history is shown, epoch milliseconds. */
  readonly known: number;
}

function States({ deployment: { slug, words }, shown, known }: Known & { readonly shown: SpansOfMark }) {
  const options: LineOptions = { zone: 'UTC', words, end: known };
  const lines = shown.spans.map((span) => (span.to === null ? openLine : endedLine)(span, options));
  return <Lines label="State" lines={mergedLines(lines)} slug={slug} />;
}

function Changes({ deployment: { slug, words }, window, known }: Known & { readonly window: Window }) {
  const { value, failure } = useChangesWithin(slug, window);
  const options: LineOptions = { zone: 'UTC', words, end: known };
  const lines = mergedLines((value?.data.toReversed() ?? []).map((entry) => changeLine(entry, options)));
  const hidden = lines.length - mostLines;
  const isCut = hidden > 0 || (value?.more ?? null) !== null;
  return (
    <>
      {value && lines.length === 0 && <p>None.</p>}
      {isCut && (
        <p className="caption">
          The newest {plural(Math.min(mostLines, lines.length), 'line')}.{' '}
          {value?.more ? 'More were before.' : `${plural(hidden, 'line')} before them.`}
        </p>
      )}
      <Lines label="Changes" lines={lines.slice(-mostLines)} slug={slug} />
      <Reading of="changes" isRead={value !== null} failure={failure} />
    </>
  );
}
