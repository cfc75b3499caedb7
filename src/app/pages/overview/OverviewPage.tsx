import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { DeploymentContact } from '#app/components/freshness/Contact.tsx';
import { useOutOfContact } from '#app/components/freshness/freshness-context.tsx';
import { bufferKeys } from '#app/components/keys/buffered-keys.ts';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { deployments as configured, keepsHistory, useDeployments } from '#app/delivered/config.ts';
import { TopBar } from '#app/frame/top-bar/TopBar.tsx';
import { debouncedSeverityIn } from '#app/observe/verdicts/debounced-severities.ts';
import { subscribeToVerdicts, verdictIn } from '#app/observe/verdicts/verdicts.ts';
import { Segmented } from '#app/ui/elements/Segmented.tsx';
import { isInHost, useStore } from '#app/ui/host.ts';
import { lazyOnVisible } from '#app/ui/loading/lazy-on-visible.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { RenderGuard } from '#app/ui/loading/RenderGuard.tsx';
import { confirmedSeverity } from '#domain/severity/confirmed-severity.ts';
import { type Severity, severityName } from '#domain/severity/severity.ts';
import { formatExact, joinWords, plural } from '#domain/text/format.ts';
import { compareRanks, type DeploymentRank, notGoodOf } from '#domain/verdict/evidence/trouble.ts';
import { ChangesRoom } from './ChangesFrame.tsx';
import { DeploymentRow } from './DeploymentRow.tsx';
import { FirstVisit, WhatThisIs } from './FirstVisit.tsx';
import { useOrder } from './order.ts';

/** Loaded lazily, because no row of a deployment waits for the notices. */
const Notices = lazyPart(() => import('#app/frame/notices/Notices.tsx'));
const Announcer = lazyPart(async () => ({
  default: (await import('#app/frame/notices/Announcer.tsx')).Announcer,
}));
const Find = lazyPart(async () => ({ default: (await import('#app/frame/find/Find.tsx')).Find }));
const UnkeptNote = lazyPart(async () => ({
  default: (await import('#app/frame/notices/UnkeptNote.tsx')).UnkeptNote,
}));

const FreshTotals = lazyPart(() => import('#app/components/lists/FreshTotals.tsx'));

/** Loaded lazily, because no verdict waits for it. */
const OverviewRange = lazyPart(() => import('./OverviewRange.tsx'));

const OpenMark = lazyPart<{ readonly slug?: string }>(() => import('#app/frame/past/OpenMark.tsx'));

const RecentChanges = lazyOnVisible(() => import('./RecentChanges.tsx'), ChangesRoom);

interface OverviewRank extends DeploymentRank {
  /** Present severity. The rank uses `severity`, which is debounced. */
  readonly now: Severity;
  readonly isRead: boolean;
}

let known: { readonly key: string; readonly ranks: readonly OverviewRank[] } = { key: '', ranks: [] };

/** Returns the ranks of the deployments from the query cache. The rows of the page send the requests. */
function ranksIn(client: QueryClient): readonly OverviewRank[] {
  const ranks = configured.map((deployment) => {
    const verdict = verdictIn(client, deployment);
    return {
      isRead: verdict.freshness !== 'waiting',
      now: verdict.severity,
      // The host renders for many viewers, so it does not debounce.
      severity: isInHost ? verdict.severity : debouncedSeverityIn(client, deployment, verdict),
      isLost: verdict.freshness === 'lost',
      notGood: notGoodOf(verdict),
    };
  });
  const key = JSON.stringify(ranks);
  // The same object until something changes.
  if (key !== known.key) known = { key, ranks };
  return known.ranks;
}

/** Counts deployments per state, worst first: "2 major outage, 1 without contact, 5 operational". */
function countsInWords(ranks: readonly OverviewRank[], isBlind: boolean): string {
  const sorted = ranks
    .map((each) => ({
      ...each,
      severity: isBlind ? confirmedSeverity(each.now, 'lost') : each.now,
      notGood: noneBad,
    }))
    .toSorted(compareRanks);
  const counts = new Map<string, number>();
  for (const { severity, isLost } of sorted) {
    const name =
      severity !== 'unvouched' ? severityName[severity] : isLost ? 'without contact' : 'not confirmed';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return joinWords([...counts].map(([name, count]) => `${formatExact(count)} ${name}`));
}

const noneBad: DeploymentRank['notGood'] = [0, 0, 0];

export default function OverviewPage() {
  const client = useQueryClient();
  // Buffers key presses until Find is loaded and handles them.
  useEffect(bufferKeys, []);
  const ranks = useStore(subscribeToVerdicts, () => ranksIn(client));
  const deployments = useDeployments();
  const [order, setOrder] = useOrder();
  const [wasDrawn] = useState(() => isInHost || document.querySelector('.host-drawn') !== null);
  const ranked = deployments.map((deployment, index) => ({ deployment, standing: ranks[index] }));
  const shown =
    order === 'own'
      ? ranked
      : ranked.toSorted((a, b) => (a.standing && b.standing ? compareRanks(a.standing, b.standing) : 0));
  const isBlind = useOutOfContact();
  const demos = deployments.filter(({ demo }) => demo).length;
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
      <Notices />
      <main id="main" className="pb-10">
        <div className="sheet flex flex-wrap items-baseline justify-between gap-x-5 gap-y-2 pt-5 pb-4">
          <div className="flex flex-wrap items-baseline gap-x-5">
            <PageTitle title={plural(deployments.length, 'deployment')} className="entity-title" />
            <p className="sum-of-verdicts lead max-md:min-h-11 max-md:basis-full">
              {deployments.length > 0
                ? countsInWords(ranks, isBlind)
                : 'This host shows you no deployments. Its operator decides who sees which.'}
            </p>
          </div>
          {deployments.length > 0 && (
            <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 max-md:basis-full max-md:justify-start">
              {keepsHistory && (
                <span className="inline-flex min-h-7 max-md:min-h-11 max-md:basis-full max-md:*:justify-start">
                  <OverviewRange />
                </span>
              )}
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
          )}
        </div>
        {demos > 0 && <FirstVisit isAllDemo={demos === deployments.length} />}
        <ul
          aria-label="Deployments"
          // Hidden until every verdict is read, at most a second, because each verdict may change the order. A
          // server-rendered list stays visible.
          className={`m-0 list-none border-t border-line p-0 ${wasDrawn || ranks.every(({ isRead }) => isRead) ? '' : 'awaited'}`}
        >
          {shown.map(({ deployment }) => (
            <RenderGuard key={deployment.slug} name={deployment.name}>
              <DeploymentContact deployment={deployment}>
                <DeploymentRow deployment={deployment} />
              </DeploymentContact>
            </RenderGuard>
          ))}
        </ul>
        {deployments.length > 0 && (
          <RenderGuard name="The recent changes">
            <RecentChanges />
          </RenderGuard>
        )}
        {demos === 0 && (
          <p className="sheet caption pt-6">
            <WhatThisIs />
          </p>
        )}
      </main>
      {deployments.map((deployment) => (
        <Announcer key={deployment.slug} deployment={deployment} named />
      ))}
      <FreshTotals />
      {keepsHistory && <OpenMark />}
      <Find deployment={undefined} />
      <UnkeptNote />
    </>
  );
}
