import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { Panel } from '#app/components/freshness/Panel.tsx';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { Cell, type Head, SmallTable } from '#app/ui/elements/SmallTable.tsx';
import { availabilityOf } from '#domain/answer/answer.ts';
import { isKnownFinding } from '#domain/answer/known-findings.ts';
import { formatExact, plural } from '#domain/text/format.ts';
import type { Reading } from './use-endpoints.ts';

const heads = [
  { label: 'Endpoint', wide: true, width: '16%' },
  { label: 'Field', width: '17%' },
  { label: 'Problem' },
  { label: 'Times', align: 'right', width: '4.5rem' },
  { label: 'First item', wide: true, width: '16%' },
  { label: 'Sent there', wide: true, width: '18%' },
] as const satisfies readonly Head[];

const muted = 'text-text-3';

/** Table of the points where responses deviate from the API document. Deviating values are shown as sent. */
export function Findings({ readings }: { readonly readings: readonly Reading[] }) {
  const read = readings.filter(({ feed }) => feed.answer);
  const { departures } = useDeployment();
  const all = read.flatMap(({ feed }) => feed.answer?.findings ?? []);
  const newFindings = all.filter((finding) => !isKnownFinding(finding, departures));
  const known = all.filter((finding) => !newFindings.includes(finding));
  const rows = [...newFindings, ...known];
  return (
    <div id="findings">
      <Panel
        title="Findings"
        note={newFindings.length === 0 ? undefined : formatExact(newFindings.length)}
        aside="against the document"
        sources={read.map(({ path, feed }) => ({ path, feed, availability: availabilityOf(feed) }))}
      >
        {rows.length === 0 ? (
          <p className="py-3 text-text-2">
            {read.length === 0
              ? 'Nothing has been read yet.'
              : `${plural(read.length, 'endpoint')} read. Every response has the form of the API document.`}
          </p>
        ) : (
          <SmallTable label="Findings" heads={heads}>
            {rows.map(({ endpoint, path, problem, count, item, sample }, index) => (
              <tr key={`${endpoint} ${path} ${problem}`} className={index < newFindings.length ? '' : muted}>
                <Cell head={heads[0]}>
                  <span className="mono">{endpoint}</span>
                </Cell>
                <Cell head={heads[1]}>
                  <span className="mono wrap-anywhere whitespace-normal">{path}</span>
                  <span className="mono block text-text-2 md:hidden">{endpoint}</span>
                </Cell>
                <Cell head={heads[2]} className="whitespace-normal!">
                  {problem}
                  {index >= newFindings.length && <span className="caption block">known</span>}
                </Cell>
                <Cell head={heads[3]}>{formatExact(count)}</Cell>
                <Cell head={heads[4]}>
                  {item === null ? (
                    <span className="text-text-3">–</span>
                  ) : (
                    <Verbatim className="mono">{item}</Verbatim>
                  )}
                </Cell>
                <Cell head={heads[5]}>
                  {sample === null ? (
                    <span className="text-text-3">nothing</span>
                  ) : (
                    <Verbatim className="mono">{sample}</Verbatim>
                  )}
                </Cell>
              </tr>
            ))}
          </SmallTable>
        )}
      </Panel>
    </div>
  );
}
