import { Link } from 'react-router';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { Verbatim } from '#app/components/records/Verbatim.tsx';
import { LastSeen } from '#app/components/roster/LastSeen.tsx';
import { FreshnessMark } from '#app/components/vouching/FreshnessMark.tsx';
import { Vouched } from '#app/components/vouching/vouching.tsx';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import { formatExact, joinWords } from '#domain/text/format.ts';
import { isWhole } from './sightings.ts';
import type { NodeList } from './use-node-lists.ts';

/** For an id that no list contains, with whether it may still exist. */
export function NoNode({
  deployment,
  id,
  lists,
}: {
  readonly deployment: Deployment;
  readonly id: string;
  readonly lists: readonly NodeList[];
}) {
  const { slug } = deployment;
  const cut = lists.flatMap(({ sighting }) => (sighting && !isWhole(sighting) ? [sighting] : []));
  const feeds = lists.map((list) => list.source.feed);
  return (
    <Vouched feeds={feeds} className="py-8">
      <PageTitle title={`No node ${id.slice(0, 80)}, ${deployment.name}`}>
        {cut.length > 0 ? 'Node not among those listed' : 'No such node'}
      </PageTitle>
      <p className="lead mt-2 max-w-4xl wrap-anywhere">
        {cut.length > 0 ? (
          <>
            <Verbatim className="mono">{id}</Verbatim> is not among the{' '}
            {joinWords(cut.map(({ listed, version }) => `${formatExact(listed)} nodes listed in ${version}`))};
            the service says there are more, so it may still exist.
          </>
        ) : (
          <>
            No node <Verbatim className="mono">{id}</Verbatim> is listed.
          </>
        )}{' '}
        <Link to={paths.nodes(slug)} className="underline underline-offset-3">
          All nodes
        </Link>
      </p>
      <LastSeen slug={slug} subject="node" id={id} />
      <p className="mt-3">
        <FreshnessMark feeds={feeds} words="all" />
      </p>
    </Vouched>
  );
}
