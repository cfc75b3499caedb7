import type { HistoryFailure } from '#app/queries/history/history.ts';
import { usePrinting } from '#app/ui/use-printing.ts';
import type { Deployment } from '#contract/host.ts';
import type { MonthReport, ReportedSubject } from '#contract/reports/month-report.ts';
import {
  deploymentRow,
  goodShareText,
  headSentences,
  observedShareText,
  spanInWords,
} from '#domain/history/report/report-text.ts';
import { formatClock, formatDuration, formatExact, plural } from '#domain/text/format.ts';
import { Figure } from './Figure.tsx';
import { Outages } from './Outages.tsx';
import { isAffected, PlannedWork } from './PlannedWork.tsx';
import { TimesTable } from './TimesTable.tsx';

/** Maximum numbers of rows. */
interface Room {
  readonly subjects: number;
  readonly outages: number;
  readonly planned: number;
  readonly affected: number;
}

const onScreen: Room = { subjects: Number.POSITIVE_INFINITY, outages: 200, planned: 100, affected: 100 };

/** Maximum number of rows of all tables on one A4 sheet, without those of the deployment. */
const mostOnPaper = 36;

/** Divides the rows of a sheet of paper among the tables. The components get the remaining rows. */
function paperRoom({ data, outages, planned }: MonthReport): Room {
  const room = {
    outages: Math.min(outages.length, 12),
    planned: Math.min(planned.length, 5),
    affected: Math.min(data.filter(isAffected).length, 5),
  };
  return { ...room, subjects: mostOnPaper - room.outages - room.planned - room.affected };
}

export function Sheet({
  deployment,
  report,
  failure,
}: {
  readonly deployment: Deployment;
  readonly report: MonthReport;
  readonly failure: HistoryFailure | null;
}) {
  const most = usePrinting() ? paperRoom(report) : onScreen;
  const row = deploymentRow(report);
  const [headline = '', ...sentences] = headSentences(report, deployment.name);
  return (
    <>
      <p className="sheet-headline">{headline}</p>
      <p className="lead max-w-4xl">{sentences.join(' ')}</p>
      {row && <Figures row={row} report={report} />}
      <TimesTable title="Times by state" rows={report.data} most={most.subjects} zone={report.zone} />
      <Outages report={report} most={most.outages} />
      <PlannedWork report={report} most={most} />
      <p className="caption mt-5 max-w-4xl text-text-2">
        {failure && <b className="font-[560] text-text">The report can’t be refreshed: {failure.why}. </b>}
        {report.knownUntil !== null && `Newest recorded poll ${formatClock(Date.parse(report.knownUntil))}. `}
        Times are UTC. A state counts for as long as responses confirm it; time that nobody observed is never
        good. An outage lasts until another state is seen, and its duration is the observed part. If a component
        changes too often, a quarter hour counts as its worst state. Percentages are rounded down.
      </p>
    </>
  );
}

function Figures({ row, report }: { readonly row: ReportedSubject; readonly report: MonthReport }) {
  const { longest, planned } = row;
  return (
    <dl className="kpi-row mt-5 border-y border-line">
      <Figure label="Good" value={goodShareText(row)} note="of observed time" />
      <Figure label="Bad" value={formatDuration(row.bad)} note={`in ${plural(row.outages, 'outage')}`} />
      <Figure
        label="Longest outage"
        value={longest ? formatDuration(longest.bad) : '–'}
        note={longest ? spanInWords(longest, report.zone) : 'none observed'}
      />
      <Figure label="Unknown" value={formatDuration(row.unknown)} note="unknown words, or no longer listed" />
      <Figure
        label="Not observed"
        value={formatDuration(row.unobserved)}
        note={`${observedShareText(row)} of the time was observed`}
      />
      <Figure
        label="Planned work"
        value={formatExact(report.planned.length)}
        note={report.planned.length === 0 ? 'none in this time' : `${formatDuration(planned.bad)} bad in it`}
      />
    </dl>
  );
}
