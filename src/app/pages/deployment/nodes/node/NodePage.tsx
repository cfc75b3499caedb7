import { useParams } from 'react-router';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { NotOffered, Panel } from '#app/components/vouching/Panel.tsx';
import { keepsListsOf } from '#app/delivered/config.ts';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { useLookups } from '#app/queries/lookups.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { named } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import { AgainstPeers } from './AgainstPeers.tsx';
import { Heading } from './Heading.tsx';
import { ListedIn } from './ListedIn.tsx';
import { Neighbours } from './Neighbours.tsx';
import { NoNode } from './NoNode.tsx';
import { Record } from './Record.tsx';
import { namedIn } from './sightings.ts';
import { nodeTimelineRoom } from './timeline-room.ts';
import { useNodeLists } from './use-node-lists.ts';

// Lazy, because the land outlines are large.
const Place = lazyPart(
  () => import('./Place.tsx'),
  () => <div className="h-[23.75rem] max-md:h-[19.25rem]" />,
);

const NodeTimeline = lazyPart(
  () => import('./NodeTimeline.tsx'),
  () => <div className={`mb-8 ${nodeTimelineRoom}`} />,
);

export default function NodePage() {
  const deployment = useDeployment();
  const id = named(useParams()['id']);
  // The key resets all state for another id, so that no response appears under the wrong name.
  return <NodeView key={id} deployment={deployment} id={id} />;
}

function NodeView({ deployment, id }: { readonly deployment: Deployment; readonly id: string }) {
  const lookups = useLookups(deployment);
  const lists = useNodeLists(deployment, lookups, id);
  const offered = lists.filter((list) => list.source.availability !== 'not-offered');
  const named = namedIn(
    offered.flatMap((list) => list.sighting ?? []),
    deployment.words,
  );
  const [shown] = named;
  const held = lists.find((list) => list.version === shown?.version);
  if (shown && held?.listing) {
    const props = { deployment, lookups, source: held.source, listing: held.listing, node: shown.node };
    return (
      <>
        <Heading {...props} lists={offered} named={named} />
        {keepsListsOf(deployment) && <NodeTimeline {...props} />}
        <div className="page-columns grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
          <div className="grid min-w-0 content-start gap-y-8">
            <AgainstPeers {...props} />
            <Neighbours {...props} />
          </div>
          <div className="grid min-w-0 content-start gap-y-8">
            <Place deployment={deployment} node={shown.node} />
            <ListedIn lists={lists} named={named} words={deployment.words} />
            <Record source={held.source} node={shown.node} />
          </div>
        </div>
      </>
    );
  }
  const [first = lists[0]] = offered;
  const searched = offered.filter((list) => list.sighting);
  const waiting = offered.some((list) => list.sighting === null && list.source.feed.failure === null);
  if (offered.length > 0 && !waiting && searched.length > 0)
    return <NoNode deployment={deployment} id={id} lists={searched} />;
  return (
    <div className="pt-4">
      <PageTitle title={`Node ${id.slice(0, 80)}, ${deployment.name}`}>Node</PageTitle>
      {offered.length === 0 ? (
        <NotOffered path={lists[0].source.path} />
      ) : (
        <Panel title="Record" sources={[first.source]}>
          {null}
        </Panel>
      )}
    </div>
  );
}
