import type { ReactNode } from 'react';
import type { Deployment } from '../../contract/host.ts';
import { PageTitle } from '../frame/PageTitle.tsx';
import type { Source } from '../queries/source.ts';
import { StaleAge } from './FreshnessMark.tsx';
import { LoadProgress } from './LoadProgress.tsx';
import { NeverRead, NotOffered } from './Panel.tsx';
import { Vouched } from './vouching.tsx';

/** The page of a list: its heading with what it holds in a sentence, or why there is nothing to hold. */
export function ListPage({
  title,
  deployment,
  source,
  lead,
  children,
}: {
  readonly title: string;
  readonly deployment: Deployment;
  readonly source: Source<unknown>;
  readonly lead: ReactNode;
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
    <div className="pt-4">
      <Vouched feeds={[feed]} as="header" className="mb-3.5 flex flex-wrap items-baseline gap-x-5">
        {heading}
        {lead}
        <StaleAge feeds={[feed]} />
      </Vouched>
      {!feed.answer && feed.failure ? (
        <Vouched feeds={[feed]} as="section">
          <NeverRead source={source} />
        </Vouched>
      ) : (
        <>
          {!feed.answer && <LoadProgress slug={deployment.slug} path={path} title={title} />}
          {children}
        </>
      )}
    </div>
  );
}
