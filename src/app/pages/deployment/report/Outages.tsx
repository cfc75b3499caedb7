import { useConfirmedSeverity } from '#app/components/freshness/freshness-context.tsx';
import { EmptyState } from '#app/components/freshness/Panel.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { Section } from '#app/components/sheet/Section.tsx';
import type { MonthReport, ReportedOutage } from '#contract/reports/month-report.ts';
import { deploymentRow, spanInWords } from '#domain/history/report/report-text.ts';
import { longestOutages } from '#domain/history/report/subject-report.ts';
import { severityName } from '#domain/severity/severity.ts';
import { formatExact } from '#domain/text/format.ts';
import { SubjectName } from './SubjectName.tsx';
import { type Column, Head, Time } from './TimesTable.tsx';

function columnsOf(isPlanned: boolean): readonly Column[] {
  const planned: Column = ['In planned work', 'figure-cell'];
  return [
    ['When'],
    ['Subject'],
    ['At worst', 'on-desk'],
    ['Bad', 'figure-cell'],
    ...(isPlanned ? [planned] : []),
    ['Not observed', 'figure-cell on-desk'],
  ];
}

/** Lists the outages of the deployment and its components in order of time. */
export function Outages({ report, most }: { readonly report: MonthReport; readonly most: number }) {
  const shown = longestOutages(report.outages, most);
  const all = report.outages.length + report.cut;
  const isPlanned = report.planned.length > 0;
  const isObserved = (deploymentRow(report)?.observed ?? 0) > 0;
  return (
    <Section
      title="Outages"
      foot={
        shown.length === all
          ? null
          : `The ${formatExact(shown.length)} longest of ${formatExact(all)} outages. The CSV file has more.`
      }
    >
      {shown.length === 0 ? (
        <EmptyState>{isObserved ? 'No outage was observed.' : 'Nothing was observed.'}</EmptyState>
      ) : (
        <table aria-label="Outages" className="report-table">
          <Head columns={columnsOf(isPlanned)} />
          <tbody>
            {shown.map((outage) => (
              <tr key={`${outage.kind} ${outage.key} ${outage.occurrence} ${outage.from}`}>
                <td>{spanInWords(outage, report.zone)}</td>
                <td>
                  <SubjectName of={outage} />
                </td>
                <td className="on-desk">
                  <Worst outage={outage} />
                </td>
                <Time of={outage.bad} />
                {isPlanned && <Time of={outage.planned} />}
                <Time of={outage.unobserved} className="on-desk" />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

function Worst({ outage: { worst } }: { readonly outage: ReportedOutage }) {
  const shown = useConfirmedSeverity(worst);
  return (
    <>
      <StatusGlyph severity={worst} size={10} className="mr-1.5 inline align-[-1px]" />
      <span className={`word-of-${shown}`}>{severityName[worst]}</span>
    </>
  );
}
