import { Link, useParams } from 'react-router';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { RegionCode } from '#app/components/records/RegionCode.tsx';
import { LastSeen } from '#app/components/roster/LastSeen.tsx';
import { Vouched } from '#app/components/vouching/vouching.tsx';
import { keepsListsOf } from '#app/delivered/config.ts';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import type { RegionLists } from '#app/queries/regions/use-region-lists.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { named, paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import { Assets } from './Assets.tsx';
import { Figures } from './Figures.tsx';
import { Heading } from './Heading.tsx';
import { LargestBuckets } from './LargestBuckets.tsx';
import { NearestRegions } from './NearestRegions.tsx';
import { NodeList, NodesByCapacity } from './nodes/NodePanels.tsx';
import { RegionTrail } from './RegionTrail.tsx';
import { Siblings } from './Siblings.tsx';
import { timelineRoom } from './timeline-room.ts';
import { useRegion } from './use-region.ts';

const RegionTimeline = lazyPart(
  () => import('./RegionTimeline.tsx'),
  () => <div className={`mt-4 ${timelineRoom}`} />,
);

export default function RegionPage() {
  const deployment = useDeployment();
  const code = named(useParams()['id']);
  return <RegionView key={code} deployment={deployment} code={code} />;
}

function RegionView({ deployment, code }: { readonly deployment: Deployment; readonly code: string }) {
  const details = useRegion(deployment, code);
  const { presence } = details;
  if (presence === 'nowhere' || presence === 'not-found' || presence === 'unlisted')
    return <NoRegion deployment={deployment} code={code} reason={reasons[presence]} lists={details.lists} />;
  const props = { deployment, details };
  return (
    <>
      <RegionTrail {...props} />
      <Heading {...props} />
      <Figures {...props} />
      {keepsListsOf(deployment) && <RegionTimeline {...props} />}
      <div className="page-columns mt-6 grid gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1fr)]">
        {details.lists.offered.length > 0 && (
          <div className="grid min-w-0 content-start gap-y-8">
            <NearestRegions {...props} />
            <Siblings {...props} />
          </div>
        )}
        <div className="grid min-w-0 content-start gap-y-8 max-lg:order-first">
          <NodesByCapacity {...props} />
          <NodeList {...props} />
        </div>
        <div className="grid min-w-0 content-start gap-y-8">
          <LargestBuckets {...props} />
          <Assets {...props} />
        </div>
      </div>
    </>
  );
}

const reasons = {
  nowhere: 'No region list, node or bucket of this deployment names this code.',
  'not-found':
    'No readable list names this code. A list was truncated or could not be read, so it may still exist.',
  unlisted: 'This deployment offers no list that could name this code.',
} as const;

function NoRegion({
  deployment,
  code,
  reason,
  lists,
}: {
  readonly deployment: Deployment;
  readonly code: string;
  readonly reason: string;
  readonly lists: RegionLists;
}) {
  return (
    <Vouched feeds={[lists.preferred.feed]} className="py-8">
      <PageTitle title={`No region ${code.slice(0, 80)}, ${deployment.name}`}>
        No region <RegionCode code={code} />
      </PageTitle>
      <p className="lead mt-2">
        {reason}{' '}
        {lists.offered.length > 0 ? (
          <Link to={paths.regions(deployment.slug)} className="underline underline-offset-3">
            All regions
          </Link>
        ) : (
          <Link to={paths.status(deployment.slug)} className="underline underline-offset-3">
            Status of {deployment.name}
          </Link>
        )}
      </p>
      <LastSeen slug={deployment.slug} subject="region" id={code} />
    </Vouched>
  );
}
