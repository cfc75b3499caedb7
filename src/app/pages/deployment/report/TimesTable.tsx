import { Section } from '#app/components/sheet/Section.tsx';
import type { ReportedSubject, ReportedTimes } from '#contract/reports/month-report.ts';
import { goodShareText, spanInWords } from '#domain/history/report/report-text.ts';
import { longestOutages } from '#domain/history/report/subject-report.ts';
import { formatDuration, formatDurationDown, formatExact } from '#domain/text/format.ts';
import { SubjectName } from './SubjectName.tsx';

/** Column of a table: its heading, and the class names of its cells. */
export type Column = readonly [heading: string, className?: string];

export function Head({ columns }: { readonly columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map(([heading, className]) => (
          <th key={heading} scope="col" className={className}>
            {heading}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Cell with a duration. Zero has a muted colour. `isDown`: the duration is rounded down. */
export function Time({
  of,
  isDown = false,
  className = '',
}: {
  readonly of: number;
  readonly isDown?: boolean;
  readonly className?: string;
}) {
  const text = isDown ? formatDurationDown(of) : formatDuration(of);
  return <td className={`figure-cell ${of === 0 ? 'text-text-3' : ''} ${className}`}>{text}</td>;
}

function Times({ times }: { readonly times: ReportedTimes }) {
  const { good, bad, unknown, unobserved } = times;
  return (
    <>
      <td className="figure-cell font-[560]">{goodShareText(times)}</td>
      <Time of={good + bad + unknown} isDown className="on-wide" />
      <Time of={good} isDown className="on-wide" />
      <Time of={bad} />
      <Time of={unknown} className="on-desk" />
      <Time of={unobserved} />
    </>
  );
}

const timeColumns: readonly Column[] = [
  ['Subject'],
  ['Good of observed', 'figure-cell'],
  ['Observed', 'figure-cell on-wide'],
  ['Good', 'figure-cell on-wide'],
  ['Bad', 'figure-cell'],
  ['Unknown', 'figure-cell on-desk'],
  ['Not observed', 'figure-cell'],
];

const outageColumns: readonly Column[] = [
  ['Outages', 'figure-cell on-desk'],
  ['Longest outage', 'on-desk'],
];

/**
 * Table of the times of the deployment and its components.
 * @param props.isPlanned - whether the table shows the part in planned work.
 */
export function TimesTable({
  title,
  note,
  rows,
  most,
  zone,
  isPlanned = false,
}: {
  readonly title: string;
  readonly note?: string;
  readonly rows: readonly ReportedSubject[];
  readonly most: number;
  readonly zone: string;
  readonly isPlanned?: boolean;
}) {
  const components = rows.filter(({ kind }) => kind === 'component');
  const weighed = components.map((row) => ({ bad: isPlanned ? row.planned.bad : row.bad, row }));
  const shown = longestOutages(weighed, most).map(({ row }) => row);
  return (
    <Section
      title={title}
      {...(note !== undefined && { note })}
      foot={
        components.length === shown.length
          ? null
          : `The ${formatExact(shown.length)} of ${formatExact(components.length)} components with the most bad time.`
      }
    >
      <table aria-label={title} className="report-table">
        <Head columns={isPlanned ? timeColumns : [...timeColumns, ...outageColumns]} />
        <tbody>
          {[...rows.filter(({ kind }) => kind === 'deployment'), ...shown].map((row) => (
            <tr key={`${row.kind} ${row.key} ${row.occurrence}`}>
              <th scope="row">
                <SubjectName of={row} />
              </th>
              <Times times={isPlanned ? row.planned : row} />
              {!isPlanned && (
                <>
                  <td className={`figure-cell on-desk ${row.outages === 0 ? 'text-text-3' : ''}`}>
                    {formatExact(row.outages)}
                  </td>
                  <td className="one-line-cell on-desk">
                    {row.longest && `${formatDuration(row.longest.bad)}, ${spanInWords(row.longest, zone)}`}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
