import { Section } from '#app/components/sheet/Section.tsx';
import type { MonthReport, ReportedSubject } from '#contract/reports/month-report.ts';
import { goodShareText, outsidePlanned, spanInWords } from '#domain/history/report/report-text.ts';
import { longestOutages } from '#domain/history/report/subject-report.ts';
import { formatDuration, formatExact } from '#domain/text/format.ts';
import { type Column, Head, Time, TimesTable } from './TimesTable.tsx';

const columns: readonly Column[] = [
  ['When'],
  ['Work'],
  ['Length', 'figure-cell on-desk'],
  ['Bad', 'figure-cell'],
  ['Unknown', 'figure-cell on-desk'],
  ['Not observed', 'figure-cell'],
];

/** Whether a component was bad or unknown in planned work. */
export function isAffected({ kind, planned }: ReportedSubject): boolean {
  return kind === 'component' && planned.bad + planned.unknown > 0;
}

/**
 * Shows planned work apart: its windows, and the part of all times that lies in it. The times above contain that
 * part.
 */
export function PlannedWork({
  report,
  most,
}: {
  readonly report: MonthReport;
  readonly most: { readonly planned: number; readonly affected: number };
}) {
  const { planned, data, zone } = report;
  if (planned.length === 0) return null;
  const shown = longestOutages(planned, most.planned);
  const [whole] = data;
  return (
    <>
      <Section
        title="Planned work"
        note="as configured; the times above contain it"
        foot={
          shown.length === planned.length
            ? null
            : `The ${formatExact(shown.length)} of ${formatExact(planned.length)} times with the most bad time.`
        }
      >
        <table aria-label="Planned work" className="report-table">
          <Head columns={columns} />
          <tbody>
            {shown.map((work) => (
              <tr key={`${work.from} ${work.to} ${work.title}`}>
                <td>{spanInWords(work, zone)}</td>
                <td translate="no">{work.title}</td>
                <td className="figure-cell on-desk">
                  {formatDuration(Date.parse(work.to) - Date.parse(work.from))}
                </td>
                <Time of={work.bad} />
                <Time of={work.unknown} className="on-desk" />
                <Time of={work.unobserved} />
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <TimesTable
        title="Times in planned work"
        {...(whole && {
          note: `outside of it, ${goodShareText(outsidePlanned(whole))} of observed time was good`,
        })}
        rows={data.filter((row) => row.kind === 'deployment' || isAffected(row))}
        most={most.affected}
        zone={zone}
        isPlanned
      />
    </>
  );
}
