import { RegionCode } from '#app/components/fields/RegionCode.tsx';
import { Column, Columns } from '#app/components/page/Columns.tsx';
import { ResourcePage } from '#app/components/page/ResourcePage.tsx';
import { LastSeen } from '#app/components/roster/LastSeen.tsx';
import { keepsListsOf } from '#app/delivered/config.ts';
import { type ById, pageById } from '#app/frame/page-by-id.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { useMoment } from '#app/ui/time/moment.ts';
import { paths } from '#app/url/paths.ts';
import { Assets } from './Assets.tsx';
import { Figures } from './Figures.tsx';
import { Heading } from './Heading.tsx';
import { LargestBuckets } from './LargestBuckets.tsx';
import { NearestRegions } from './NearestRegions.tsx';
import { NodeList, NodesByCapacity } from './nodes/NodePanels.tsx';
import { useRegion } from './use-region.ts';

const RegionTimeline = lazyPart(() => import('./RegionTimeline.tsx'));

const reasons = {
  nowhere: 'No region list, node or bucket of this deployment names this code.',
  'not-found':
    'No readable list names this code. A list was truncated or could not be read, so it may still exist.',
  unlisted: 'This deployment offers no list that could name this code.',
} as const;

export default pageById(({ deployment, id: code }: ById) => {
  const { slug, name } = deployment;
  const details = useRegion(deployment, code);
  const { presence, lists } = details;
  const isListed = lists.offered.length > 0;
  // The history has sizes of buckets once a day only.
  const isPast = useMoment() !== null;
  const reason = presence === 'waiting' || presence === 'present' ? null : reasons[presence];
  return (
    <ResourcePage
      noun={{ one: 'region', many: 'regions' }}
      deployment={deployment}
      id={code}
      source={lists.preferred}
      found={reason === null ? { deployment, details } : null}
      absence={{
        sources: [lists.preferred],
        heading: (
          <>
            No region <RegionCode code={code} />
          </>
        ),
        reason,
        back: isListed
          ? { to: paths.regions(slug), label: 'All regions' }
          : { to: paths.status(slug), label: `Status of ${name}` },
        lastSeen: <LastSeen slug={slug} subject="region" id={code} />,
      }}
    >
      {(props) => (
        <>
          <Heading {...props} />
          <Figures {...props} />
          {keepsListsOf(deployment) && (
            <div className="mt-4 min-h-68 max-md:min-h-96">
              <RegionTimeline {...props} />
            </div>
          )}
          <Columns className="lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,1fr)] lg:gap-x-8">
            {isListed && <NearestRegions {...props} />}
            <Column className="max-lg:order-first">
              <NodesByCapacity {...props} />
              <NodeList {...props} />
            </Column>
            <Column>
              {!isPast && <LargestBuckets {...props} />}
              <Assets {...props} />
            </Column>
          </Columns>
        </>
      )}
    </ResourcePage>
  );
});
