import type { ReactNode } from 'react';
import type { Source } from '#app/queries/source.ts';
import type { Deployment } from '#contract/host.ts';
import { StaleAge } from '../freshness/FreshnessMark.tsx';
import { Confirmed } from '../freshness/freshness-context.tsx';
import { NeverRead, NotOffered } from '../freshness/Panel.tsx';
import { RemedyLine } from '../freshness/RemedyLine.tsx';
import { ToList } from '../keys/ToList.tsx';
import { LoadProgress } from '../lists/LoadProgress.tsx';
import { PageTitle } from './PageTitle.tsx';

/** Skeleton of a list page: heading, summary and list. If there is no list, it shows the reason. */
export function ListPage({
  title,
  deployment,
  source,
  lead,
  controls,
  children,
}: {
  readonly title: string;
  readonly deployment: Deployment;
  readonly source: Source<unknown>;
  readonly lead: ReactNode;
  readonly controls?: ReactNode;
  readonly children: ReactNode;
}) {
  const heading = <PageTitle title={`${title}, ${deployment.name}`}>{title}</PageTitle>;
  const { feed, availability, path } = source;
  if (availability === 'not-offered')
    return (
      <div className="pt-4">
        {heading}
        <NotOffered path={path} />
      </div>
    );
  return (
    <>
      <Confirmed
        feeds={[feed]}
        as="header"
        className="title-line flex items-baseline gap-x-5 pt-2.5 pb-2 max-md:flex-wrap"
      >
        {heading}
        <ToList />
        {feed.answer === null && feed.failure === null && (
          <LoadProgress slug={deployment.slug} path={path} title={title} />
        )}
        {lead}
        <StaleAge feeds={[feed]} />
        {controls}
      </Confirmed>
      {!feed.answer && feed.failure ? (
        <Confirmed feeds={[feed]} as="section">
          <NeverRead source={source} />
          <section aria-label="What mends it" className="max-w-4xl text-[12.5px] leading-[19px]">
            <RemedyLine failure={feed.failure} />
          </section>
        </Confirmed>
      ) : (
        children
      )}
    </>
  );
}
