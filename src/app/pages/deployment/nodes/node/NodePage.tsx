import { RowPanel } from '#app/components/fields/RowPanel.tsx';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { Column, Columns } from '#app/components/page/Columns.tsx';
import { ResourcePage } from '#app/components/page/ResourcePage.tsx';
import { LastSeen } from '#app/components/roster/LastSeen.tsx';
import { keepsListsOf } from '#app/delivered/config.ts';
import { type ById, pageById } from '#app/frame/page-by-id.tsx';
import { useLookups } from '#app/queries/lookups.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { paths } from '#app/url/paths.ts';
import { nodeFields } from '#contract/resources.ts';
import { formatExact, joinWords } from '#domain/text/format.ts';
import { AgainstPeers } from './AgainstPeers.tsx';
import { Heading } from './Heading.tsx';
import { ListedIn } from './ListedIn.tsx';
import { Neighbours } from './Neighbours.tsx';
import { isComplete, listsWithNode } from './node-in-lists.ts';
import { type NodeList, useNodeLists } from './use-node-lists.ts';

// Lazy, because the land outlines are large.
const Place = lazyPart(
  () => import('./Place.tsx'),
  () => <div className="h-[23.75rem] max-md:h-[19.25rem]" />,
);

const NodeTimeline = lazyPart(() => import('./NodeTimeline.tsx'));

export default pageById(({ deployment, id }: ById) => {
  const { slug, words } = deployment;
  const lookups = useLookups(deployment);
  const lists = useNodeLists(deployment, lookups, id);
  const offered = lists.filter((list) => list.source.availability !== 'not-offered');
  const searched = offered.filter((list) => list.entry);
  const isWaiting = offered.some((list) => !list.entry && !list.source.feed.failure);
  const listed = listsWithNode(
    searched.flatMap((list) => list.entry ?? []),
    words,
  );
  const [shown] = listed;
  const { source, listing } = lists.find((list) => list.version === shown?.version) ?? offered[0] ?? lists[0];
  return (
    <ResourcePage
      noun={{ one: 'node', many: 'nodes' }}
      deployment={deployment}
      id={id}
      source={source}
      found={shown && listing ? shown.node : searched.length > 0 && !isWaiting ? null : undefined}
      absence={{
        ...absenceIn(searched, id),
        back: { to: paths.nodes(slug), label: 'All nodes' },
        lastSeen: <LastSeen slug={slug} subject="node" id={id} />,
      }}
    >
      {(node) => {
        if (!listing) return null;
        const props = { deployment, lookups, source, listing, node };
        return (
          <>
            <Heading {...props} lists={offered} named={listed} />
            {keepsListsOf(deployment) && (
              <div className="min-h-128 max-md:min-h-194">
                <NodeTimeline {...props} />
              </div>
            )}
            <Columns>
              <Column>
                <AgainstPeers {...props} />
                <Neighbours {...props} />
              </Column>
              <Column>
                <Place deployment={deployment} node={node} />
                <ListedIn lists={lists} named={listed} words={words} />
                <RowPanel slug={slug} source={source} row={node} fields={nodeFields} />
              </Column>
            </Columns>
          </>
        );
      }}
    </ResourcePage>
  );
});

function absenceIn(searched: readonly NodeList[], id: string) {
  const cut = searched.flatMap(({ entry }) => (entry && !isComplete(entry) ? [entry] : []));
  const name = <Verbatim className="mono">{id}</Verbatim>;
  const counts = cut.map(({ listed, version }) => `${formatExact(listed)} nodes listed in ${version}`);
  return {
    sources: searched.map((list) => list.source),
    ...(cut.length > 0 && { heading: 'Node not among those listed' }),
    reason:
      cut.length > 0 ? (
        <>
          {name} is not among the {joinWords(counts)}; the service says there are more, so it may still exist.
        </>
      ) : (
        <>No node {name} is listed.</>
      ),
  };
}
