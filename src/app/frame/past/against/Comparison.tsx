import { useMemo } from 'react';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { KnownThen } from '#app/components/past/KnownThen.tsx';
import { NotRecorded } from '#app/components/past/NotRecorded.tsx';
import { RenderGuard } from '#app/ui/loading/RenderGuard.tsx';
import { type Past, PastProvider, usePast } from '#app/ui/time/moment.ts';
import type { Deployment } from '#contract/host.ts';
import { tallyOf } from '#domain/history/past/against/differences.ts';
import { momentOf } from '#domain/history/past/slug-in-time.ts';
import { joinWords, plural } from '#domain/text/format.ts';
import {
  comparedSections,
  differencesOf,
  notCompared,
  type SectionDifferences,
  type TwoMoments,
} from './compared.ts';
import { Differences } from './Differences.tsx';
import { Figures } from './Figures.tsx';
import { momentWithZone } from './MomentName.tsx';
import { useListsThen } from './use-lists-then.ts';

export interface ComparisonProps {
  /** The deployment at the moment from which the differences count. */
  readonly before: Deployment;
  /** The deployment at the moment to which they lead. */
  readonly after: Deployment;
}

/**
 * Page of a deployment at two moments: what changed state, moved, appeared or vanished, and the signed differences of
 * the key figures. Nothing in it says that something is good now, so everything in it counts as past.
 */
export function Comparison({ before, after }: ComparisonProps) {
  const past = usePast();
  const from = momentOf(before.slug);
  const onlyPast = useMemo(
    (): Past | null => past ?? (from === null ? null : { moment: from, KnownThen, NotRecorded }),
    [past, from],
  );
  return (
    <div className="pt-2.5">
      <PageTitle title={`Two moments, against ${momentWithZone(from)}, ${after.name}`}>Two moments</PageTitle>
      <PastProvider value={onlyPast}>
        {/* The key resets what was read of other moments. */}
        <Lists key={`${before.slug} ${after.slug}`} before={before} after={after} />
      </PastProvider>
    </div>
  );
}

function Lists({ before, after }: ComparisonProps) {
  const [then, later] = [useListsThen(before), useListsThen(after)];
  const compared: TwoMoments = {
    before,
    after,
    lists: {
      status: [then.status, later.status],
      component: [then.component, later.component],
      region: [then.region, later.region],
      node: [then.node, later.node],
      bucket: [then.bucket, later.bucket],
      application: [then.application, later.application],
      event: [then.event, later.event],
    },
  };
  // The lead and the sections share them, because long lists take time.
  const differences = comparedSections.map((section) => differencesOf(compared, section));
  return (
    <>
      <p className="lead max-w-4xl pt-1 pb-3" aria-live="polite">
        <Lead compared={compared} all={differences} />
      </p>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,34rem)]">
        <div className="lg:sticky lg:top-14 lg:order-last lg:self-start">
          <RenderGuard name="The key figures">
            <Figures compared={compared} />
          </RenderGuard>
        </div>
        <div className="grid content-start gap-y-7">
          {comparedSections.map((section, index) => (
            <RenderGuard key={section.title} name={section.title}>
              <Differences compared={compared} section={section} differences={differences[index]} />
            </RenderGuard>
          ))}
        </div>
      </div>
    </>
  );
}

/** The sentence above the differences: how many of each kind, how many are not certain, and what is not compared. */
function Lead({
  compared,
  all,
}: {
  readonly compared: TwoMoments;
  readonly all: readonly SectionDifferences[];
}) {
  if (all.includes(undefined)) return 'Reading what is known of both times.';
  const differences = all.flatMap((each) => each ?? []);
  const uncertain = differences.filter(({ isCertain }) => !isCertain).length;
  const tally = tallyOf(differences);
  const unobserved = [compared.before, compared.after]
    .filter((_, index) => compared.lists.component[index]?.known === 'none')
    .map(({ slug }) => momentOf(slug))
    .map((moment) => (moment === null ? '' : 'at ') + momentWithZone(moment));
  const left = notCompared(compared, all);
  const isAny = all.some((each) => each !== null);
  const none = isAny ? 'Nothing differs in what is known of both times.' : 'Nothing can be compared.';
  return (
    <>
      {unobserved.length > 0 && <b>Not observed {joinWords(unobserved)}. </b>}
      {tally.length > 0 ? <b>{joinWords(tally)}.</b> : none}
      {uncertain > 0 && ` ${plural(uncertain, 'difference is', 'differences are')} not certain.`}
      {isAny && left.length > 0 && ` Not compared: ${joinWords(left)}.`}
    </>
  );
}
