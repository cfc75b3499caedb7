import { useParams } from 'react-router';
import { RecordPage } from '#app/components/page/RecordPage.tsx';
import { AsSentLink } from '#app/components/records/AsSentLink.tsx';
import { RawRecord } from '#app/components/records/RawRecord.tsx';
import { Panel } from '#app/components/vouching/Panel.tsx';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { useJoined, useLookups } from '#app/queries/lookups.ts';
import { useBuckets } from '#app/queries/resources/buckets.ts';
import { named, paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import { BucketSizes } from '../sizes/BucketSizes.tsx';
import { Figures } from './Figures.tsx';
import { Heading } from './Heading.tsx';
import { SameName } from './SameName.tsx';

export default function BucketPage() {
  const deployment = useDeployment();
  const id = named(useParams()['id']);
  // The key resets all state for another id, so that no response appears under the wrong name.
  return <BucketView key={id} deployment={deployment} id={id} />;
}

function BucketView({ deployment, id }: { readonly deployment: Deployment; readonly id: string }) {
  const source = useBuckets(deployment);
  const lookups = useLookups(deployment);
  const joined = useJoined(source, lookups);
  const { slug } = deployment;
  return (
    <RecordPage
      noun={{ one: 'bucket', many: 'buckets' }}
      deployment={deployment}
      id={id}
      source={source}
      listing={joined}
      list={paths.buckets(slug)}
    >
      {(bucket, listing) => (
        <>
          <Heading {...{ deployment, source, listing, bucket, lookups }} />
          <Figures {...{ deployment, source, listing, bucket, lookups }} />
          <div className="mt-7 grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
            <div className="grid min-w-0 content-start gap-y-8">
              <BucketSizes
                list={{ deployment, source, listing }}
                height={240}
                {...(bucket.bytes === null || Number(bucket.bytes) === 0
                  ? {}
                  : { mark: { bytes: bucket.bytes, label: 'this one' } })}
              />
              <SameName {...{ deployment, source, listing, bucket, lookups }} />
            </div>
            <Panel
              title="Record"
              aside={<AsSentLink source={source} slug={slug} id={bucket.id} />}
              sources={[source]}
            >
              <RawRecord record={bucket} />
            </Panel>
          </div>
        </>
      )}
    </RecordPage>
  );
}
