import './handover.css';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { EmptyState, Skeleton } from '#app/components/freshness/Panel.tsx';
import { RangeFields } from '#app/components/history/RangeFields.tsx';
import { type HistoryRecordState, useRecord } from '#app/components/history/use-record.ts';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { useHandover } from '#app/queries/history/handover.ts';
import type { HistoryFailure } from '#app/queries/history/history.ts';
import { useStatus } from '#app/queries/resources/status.ts';
import { RenderGuard } from '#app/ui/loading/RenderGuard.tsx';
import { hostNow } from '#app/ui/time/clock.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import { zoneNamed } from '#domain/history/local-days.ts';
import { usualRange } from '#domain/history/named-ranges.ts';
import { windowIn } from '#domain/history/windows.ts';
import { pathOf } from './addresses.ts';
import { Controls } from './Controls.tsx';
import { Ranges } from './Ranges.tsx';
import { Sheet } from './Sheet.tsx';

/** Returns a sentence that states why there is no handover; `null` while that is unknown. */
function whyNoHandover(record: HistoryRecordState, failure: HistoryFailure | null): string | null {
  const failed = record.isThere ? failure : record.failure;
  if (record.source === 'session')
    return 'No host records a history of this deployment, so there is no handover.';
  return failed && `The history can’t be read: ${failed.why}. This page goes on polling.`;
}

/** What happened in a range, for the next shift: from what nobody observed to the event volumes. */
export default function HandoverPage() {
  const deployment = useDeployment();
  const { slug, name } = deployment;
  const status = useStatus(deployment);
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const moment = useMoment();
  const [present] = useState(() => usualRange(hostNow()));
  const usual = moment === null ? present : usualRange(moment);
  const range = windowIn(parameters.get('from') ?? '', parameters.get('to') ?? '') ?? usual;
  const zone = zoneNamed(parameters.get('zone') ?? '') ?? 'UTC';
  const record = useRecord(slug, true);
  const { value, failure } = useHandover(slug, range, record.isThere);
  const why = whyNoHandover(record, failure);
  return (
    <Confirmed feeds={[status.feed]} className="one-sheet handover">
      <header className="flex flex-wrap items-baseline gap-x-5 gap-y-1.5 pt-2.5 pb-2">
        <PageTitle title={`Handover, ${name}`}>Handover</PageTitle>
        {value && <Controls deployment={deployment} handover={value} zone={zone} />}
      </header>
      <div className="no-print flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line-strong pt-2.5">
        <Ranges slug={slug} range={range} zone={zone} />
        <RangeFields
          range={range}
          zone={zone}
          onChoose={(chosen) => void navigate(pathOf(slug, chosen, zone))}
        />
      </div>
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
