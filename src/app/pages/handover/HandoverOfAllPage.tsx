import '#app/components/handover/handover.css';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { EmptyState, Skeleton } from '#app/components/freshness/Panel.tsx';
import { documentOf, linksOf } from '#app/components/handover/addresses.ts';
import { ChooseHandover } from '#app/components/handover/ChooseHandover.tsx';
import { Controls } from '#app/components/handover/Controls.tsx';
import { useHandoverRange } from '#app/components/handover/use-handover-range.ts';
import { bufferKeys } from '#app/components/keys/buffered-keys.ts';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { keepsHistory, useDeployments } from '#app/delivered/config.ts';
import { TopBar } from '#app/frame/top-bar/TopBar.tsx';
import { useAllHandovers } from '#app/queries/history/handover.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { RenderGuard } from '#app/ui/loading/RenderGuard.tsx';
import { paths } from '#app/url/paths.ts';
import { allHandoversMarkdown } from '#domain/history/handover/handover-markdown.ts';
import { SheetOfAll } from './SheetOfAll.tsx';

const Notices = lazyPart(() => import('#app/frame/notices/Notices.tsx'));
const Find = lazyPart(async () => ({ default: (await import('#app/frame/find/Find.tsx')).Find }));
const UnkeptNote = lazyPart(async () => ({
  default: (await import('#app/frame/notices/UnkeptNote.tsx')).UnkeptNote,
}));

/** The handovers of all deployments: first what nobody observed, then a part for each deployment. */
export default function HandoverOfAllPage() {
  // Buffers key presses until Find is loaded and handles them.
  useEffect(bufferKeys, []);
  const deployments = useDeployments();
  const { range, zone } = useHandoverRange();
  const { value, failure } = useAllHandovers(range, keepsHistory);
  const parts = (value?.data ?? []).flatMap((handover) => {
    const deployment = deployments.find(({ slug }) => slug === handover.deployment);
    return deployment ? [{ deployment, handover }] : [];
  });
  const unread = (value?.unread ?? []).map(
    (slug) => deployments.find((each) => each.slug === slug)?.name ?? slug,
  );
  const why =
    !keepsHistory || failure?.kind === 'no-host'
      ? 'No host records a history, so there is no handover.'
      : failure && `The history can’t be read: ${failure.why}. This page goes on polling.`;
  return (
    <>
      <TopBar deployment={undefined}>
        <nav aria-label="Pages" className="flex h-full">
          <Link to={paths.overview()} className="section-link flex h-full items-center px-2.5 max-md:hidden">
            Deployments
          </Link>
        </nav>
      </TopBar>
      <Notices />
      <main id="main" className="sheet min-h-dvh pb-16 print:min-h-0">
        <div className="one-sheet handover">
          <header className="flex flex-wrap items-baseline gap-x-5 gap-y-1.5 pt-2.5 pb-2">
            <PageTitle title="Handover, all deployments">Handover</PageTitle>
            {value && (
              <Controls
                markdown={allHandoversMarkdown(
                  value,
                  zone,
                  parts.map(({ handover, deployment: { slug, name, words } }) => [
                    handover,
                    { name, words, zone, links: linksOf(slug, range, zone) },
                  ]),
                )}
                file={documentOf(null, range)}
                name="handover.json"
              />
            )}
          </header>
          <ChooseHandover slug={null} range={range} zone={zone} />
          {value && parts.length > 0 ? (
            <RenderGuard name="The handover">
              <SheetOfAll all={value} parts={parts} unread={unread} failure={failure} zone={zone} />
            </RenderGuard>
          ) : value ? (
            <EmptyState>No deployment has a history that can be read, so there is no handover.</EmptyState>
          ) : why === null ? (
            <Skeleton />
          ) : (
            <EmptyState>{why}</EmptyState>
          )}
        </div>
      </main>
      <Find deployment={undefined} />
      <UnkeptNote />
    </>
  );
}
