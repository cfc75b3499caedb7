import '#app/components/handover/handover.css';
import { Link, useLocation } from 'react-router';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { Lines } from '#app/components/handover/Lines.tsx';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { useDeploymentAt } from '#app/delivered/config.ts';
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
import { slugAsOf } from '#domain/history/past/slug-in-time.ts';
import {
  type MarkOfStrip,
  momentOfMark,
  partsOfMark,
  type SpansOfMark,
  worstOfMark,
} from '#domain/history/strips/span-of-mark.ts';
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

/** The span of a strip's mark: its subject, its state, from when to when, and the changes in it. */
export default function MarkDialog({ slug, ...props }: MarkDialogProps) {
  const present = useDeploymentAt(slug);
  const moment = useMoment();
  if (!present) return null;
  const deployment = moment === null ? present : deploymentAsOf(present, momentText(moment));
  return <Dialog deployment={deployment} {...props} />;
}

function Dialog({
  deployment,
  mark,
  words,
  isOfPage,
  onClose,
}: Omit<MarkDialogProps, 'slug'> & { readonly deployment: Deployment }) {
  const { slug, name } = deployment;
  const { feed } = useStatus(deployment);
  const { spans, failure } = useSpansOfMark(slug, mark);
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
        {shown ? (
          <Span deployment={deployment} mark={mark} shown={shown} isOfPage={isOfPage} onClose={onClose} />
        ) : (
          <p className="pt-3">
            {spans
              ? 'Nothing is recorded of this time.'
              : failure
                ? `The history can’t be read: ${failure.why}.`
                : 'Reading the history…'}
          </p>
        )}
      </Confirmed>
    </Modal>
  );
}

function Span({
  deployment: { slug, words },
  mark,
  shown,
  isOfPage,
  onClose,
}: Pick<MarkDialogProps, 'mark' | 'isOfPage' | 'onClose'> & {
  readonly deployment: Deployment;
  readonly shown: SpansOfMark;
}) {
  const { search } = useLocation();
  const moment = useMoment();
  const end = shown.to ?? (moment === null ? Math.max(hostNow(), mark.to) : moment + 1);
  const window = { from: shown.from, to: Math.max(end, shown.from + 1) };
  const changes = useChangesWithin(slug, window).value;
  const options: LineOptions = { zone: 'UTC', words, end };
  const states = mergedLines(
    shown.spans.map((span) => (span.to === null ? openLine : endedLine)(span, options)),
  );
  const lines = mergedLines((changes?.data.toReversed() ?? []).map((entry) => changeLine(entry, options)));
  const at = momentOfMark(shown, mark);
  const text = momentText(at);
  const hidden = lines.length - mostLines;
  const link = 'underline underline-offset-3 inline-flex min-h-6 items-center max-md:min-h-11';
  return (
    <>
      <p className="pt-1 text-text-2">
        In all {formatDuration(end - shown.from)}
        {shown.to === null && moment === null && ', and it goes on'}. Times are UTC.
      </p>
      <h3 className="pt-4 text-[13px] font-[620]">State</h3>
      <Lines label="State" lines={states} slug={slug} />
      <h3 className="pt-4 text-[13px] font-[620]">Changes</h3>
      {changes && lines.length === 0 && <p>None.</p>}
      <Lines label="Changes" lines={lines.slice(0, mostLines)} slug={slug} />
      {(hidden > 0 || changes?.more) && (
        <p className="caption pt-1">
          {hidden > 0 && plural(hidden, 'more line')} {changes?.more && 'Earlier changes are left out.'}
        </p>
      )}
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
