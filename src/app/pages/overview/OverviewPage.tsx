import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { DeploymentContact } from '#app/components/vouching/Contact.tsx';
import { useOutOfContact } from '#app/components/vouching/vouching.tsx';
import { deployments, pollMilliseconds } from '#app/delivered/config.ts';
import { Announcer } from '#app/frame/Announcer.tsx';
import { DemoNote } from '#app/frame/DeploymentFrame.tsx';
import { Find } from '#app/frame/find/Find.tsx';
import Notices from '#app/frame/Notices.tsx';
import { TopBar } from '#app/frame/TopBar.tsx';
import { UnkeptNote } from '#app/frame/UnkeptNote.tsx';
import { settledSeverityIn, subscribeToVerdicts, verdictIn } from '#app/observe/verdicts.ts';
import { RenderGuard } from '#app/ui/RenderGuard.tsx';
import { Segmented } from '#app/ui/Segmented.tsx';
import { compareSeverities } from '#domain/severity/rollup.ts';
import {
  countBySeverity,
  isSeverity,
  type Severity,
  severityName,
  vouched,
} from '#domain/severity/severity.ts';
import { formatExact, joinWords, plural } from '#domain/text/format.ts';
import { DeploymentRow } from './DeploymentRow.tsx';
import { useOrder } from './order.ts';

/** How the deployments stand, read from the cache: the rows do the asking. */
function useStandings(): readonly { readonly now: Severity; readonly settled: Severity }[] {
  const client = useQueryClient();
  const read = () =>
    deployments.flatMap((deployment) => {
      const verdict = verdictIn(client, deployment);
      return [verdict.severity, settledSeverityIn(client, deployment, pollMilliseconds, verdict)];
    });
  const severities = useSyncExternalStore(subscribeToVerdicts, () => read().join(' '))
    .split(' ')
    .filter(isSeverity);
  return deployments.map((_, index) => ({
    now: severities[2 * index] ?? 'unvouched',
    settled: severities[2 * index + 1] ?? 'unvouched',
  }));
}

/** All deployments, worst first: where to look. */
export default function OverviewPage() {
  const standings = useStandings();
  const [order, setOrder] = useOrder();
  const ranked = deployments.map((deployment, index) => ({
    deployment,
    severity: standings[index]?.settled ?? 'unvouched',
  }));
  const shown = order === 'own' ? ranked : ranked.toSorted((a, b) => compareSeverities(a.severity, b.severity));
  const isBlind = useOutOfContact();
  const told = standings.map(({ now }) => (isBlind ? vouched(now, 'lost') : now));
  const counts = [...countBySeverity(told)].toReversed();
  return (
    <>
      <TopBar deployment={undefined}>
        <nav aria-label="Pages" className="flex h-full">
          <span
            aria-current="page"
            className="section-link flex h-full items-center px-2.5 font-[620] max-md:hidden"
          >
            Deployments
          </span>
        </nav>
      </TopBar>
      {deployments.some((deployment) => deployment.demo) && <DemoNote />}
      <Notices />
      <main id="main" className="pb-10">
        <div className="sheet flex flex-wrap items-baseline justify-between gap-x-5 gap-y-2 pt-5 pb-4">
          <div className="flex flex-wrap items-baseline gap-x-5">
            <PageTitle title={plural(deployments.length, 'deployment')} className="entity-title" />
            <p className="lead">
              {joinWords(counts.map(([severity, count]) => `${formatExact(count)} ${severityName[severity]}`))}
            </p>
          </div>
          <Segmented
            label="Order of deployments"
            value={order}
            options={[
              { value: 'worst', label: 'Worst first' },
              { value: 'own', label: 'As configured' },
            ]}
            onChange={setOrder}
          />
        </div>
        <ul aria-label="Deployments" className="m-0 list-none border-t border-line p-0">
          {shown.map(({ deployment }) => (
            <RenderGuard key={deployment.slug} name={deployment.name}>
              <DeploymentContact deployment={deployment}>
                <DeploymentRow deployment={deployment} />
              </DeploymentContact>
            </RenderGuard>
          ))}
        </ul>
      </main>
      {deployments.map((deployment) => (
        <Announcer key={deployment.slug} deployment={deployment} named />
      ))}
      <Find deployment={undefined} />
      <UnkeptNote />
    </>
  );
}
