import './report.css';
import { useSearchParams } from 'react-router';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { EmptyState, Skeleton } from '#app/components/freshness/Panel.tsx';
import { type HistoryRecordState, useRecord } from '#app/components/history/use-record.ts';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import type { HistoryFailure } from '#app/queries/history/history.ts';
import { useMonthReport } from '#app/queries/history/month-report.ts';
import { useStatus } from '#app/queries/resources/status.ts';
import { RenderGuard } from '#app/ui/loading/RenderGuard.tsx';
import { useHostTimed } from '#app/ui/time/clock.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import { isMonth, monthAt, monthName } from '#domain/history/report/month.ts';
import { Controls } from './Controls.tsx';
import { Sheet } from './Sheet.tsx';

/** Returns a sentence that states why there is no report; `null` while that is unknown. */
function whyNoReport(
  record: HistoryRecordState,
  failure: HistoryFailure | null,
  isPast: boolean,
): string | null {
  const failed = record.isThere ? failure : record.failure;
  if (record.source === 'session')
    return 'No host records a history of this deployment, so there is no month report.';
  return failed && `The history can’t be read: ${failed.why}.${isPast ? '' : ' This page goes on polling.'}`;
}

/** One month of a deployment on one sheet: shares of time, outages and planned work. */
export default function ReportPage() {
  const deployment = useDeployment();
  const { slug, name } = deployment;
  const status = useStatus(deployment);
  const present = useHostTimed(monthAt);
  const [parameters] = useSearchParams();
  const sent = parameters.get('month') ?? '';
  const month = isMonth(sent) && sent <= present ? sent : present;
  const record = useRecord(slug, true);
  const { value, failure } = useMonthReport(slug, month, record.isThere);
  const why = whyNoReport(record, failure, useMoment() !== null);
  const since = record.state?.since ?? null;
  return (
    <Confirmed feeds={[status.feed]} className="one-sheet month-report">
      <header className="flex flex-wrap items-baseline gap-x-5 gap-y-1.5 pt-2.5 pb-2">
        <PageTitle title={`Month report, ${monthName(month)}, ${name}`}>Month report</PageTitle>
        <Controls
          slug={slug}
          month={month}
          first={since === null ? month : monthAt(Date.parse(since))}
          last={present}
          hasFile={value !== null}
        />
      </header>
      {value ? (
        <RenderGuard name="The month report">
          <Sheet deployment={deployment} report={value} failure={failure} />
        </RenderGuard>
      ) : why === null ? (
        <Skeleton />
      ) : (
        <EmptyState>{why}</EmptyState>
      )}
    </Confirmed>
  );
}
