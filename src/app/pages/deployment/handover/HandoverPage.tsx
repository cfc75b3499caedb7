import '#app/components/handover/handover.css';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { EmptyState, Skeleton } from '#app/components/freshness/Panel.tsx';
import { documentOf, linksOf } from '#app/components/handover/addresses.ts';
import { ChooseHandover } from '#app/components/handover/ChooseHandover.tsx';
import { Controls } from '#app/components/handover/Controls.tsx';
import { Sheet } from '#app/components/handover/Sheet.tsx';
import { useHandoverRange } from '#app/components/handover/use-handover-range.ts';
import { type HistoryRecordState, useRecord } from '#app/components/history/use-record.ts';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { useHandover } from '#app/queries/history/handover.ts';
import type { HistoryFailure } from '#app/queries/history/history.ts';
import { useStatus } from '#app/queries/resources/status.ts';
import { RenderGuard } from '#app/ui/loading/RenderGuard.tsx';
import { useMoment } from '#app/ui/time/moment.ts';
import { handoverMarkdown } from '#domain/history/handover/handover-markdown.ts';
import { presentSlug } from '#domain/history/past/slug-in-time.ts';

/** Returns a sentence that states why there is no handover; `null` while that is unknown. */
function whyNoHandover(
  record: HistoryRecordState,
  failure: HistoryFailure | null,
  isPast: boolean,
): string | null {
  const failed = record.isThere ? failure : record.failure;
  if (record.source === 'session')
    return 'No host records a history of this deployment, so there is no handover.';
  return failed && `The history can’t be read: ${failed.why}.${isPast ? '' : ' This page goes on polling.'}`;
}

/** What happened in a range, for the next shift: from what nobody observed to the event volumes. */
export default function HandoverPage() {
  const deployment = useDeployment();
  const { slug, name, words } = deployment;
  const status = useStatus(deployment);
  const { range, zone } = useHandoverRange();
  const record = useRecord(slug, true);
  const { value, failure } = useHandover(slug, range, record.isThere);
  const why = whyNoHandover(record, failure, useMoment() !== null);
  return (
    <Confirmed feeds={[status.feed]} className="one-sheet handover">
      <header className="flex flex-wrap items-baseline gap-x-5 gap-y-1.5 pt-2.5 pb-2">
        <PageTitle title={`Handover, ${name}`}>Handover</PageTitle>
        {value && (
          <Controls
            markdown={handoverMarkdown(value, { name, words, zone, links: linksOf(slug, range, zone) })}
            file={documentOf(slug, range)}
            name={`${presentSlug(slug)}-handover.json`}
          />
        )}
      </header>
      <ChooseHandover slug={slug} range={range} zone={zone} />
      {value ? (
        <RenderGuard name="The handover">
          <Sheet deployment={deployment} handover={value} failure={failure} zone={zone} />
        </RenderGuard>
      ) : why === null ? (
        <Skeleton />
      ) : (
        <EmptyState>{why}</EmptyState>
      )}
    </Confirmed>
  );
}
