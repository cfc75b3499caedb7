import { Link, useParams } from 'react-router';
import type { Deployment } from '../../../../../contract/host.ts';
import type { Bucket } from '../../../../../contract/resources.ts';
import { formatExact, plural } from '../../../../../domain/format.ts';
import type { Listing } from '../../../../../domain/listing.ts';
import { AsSentLink } from '../../../../components/AsSentLink.tsx';
import { FreshnessMark } from '../../../../components/FreshnessMark.tsx';
import { NotOffered, Panel } from '../../../../components/Panel.tsx';
import { RawRecord } from '../../../../components/RawRecord.tsx';
import { Verbatim } from '../../../../components/Verbatim.tsx';
import { Vouched } from '../../../../components/vouching.tsx';
import { useDeployment } from '../../../../frame/DeploymentFrame.tsx';
import { PageTitle } from '../../../../frame/PageTitle.tsx';
import { named, paths } from '../../../../paths.ts';
import { useAnswered } from '../../../../queries/answered.ts';
import { useBuckets } from '../../../../queries/buckets.ts';
import { useWholeList } from '../../../../queries/looked-at.ts';
import { useJoined, useLookups } from '../../../../queries/lookups.ts';
import type { Source } from '../../../../queries/source.ts';
import { BucketSizes } from '../BucketSizes.tsx';
import { Figures } from './Figures.tsx';
import { Heading } from './Heading.tsx';
import { SameName } from './SameName.tsx';

/** One bucket: what its record says, where it stands among the others, and which of them have its name. */
export default function BucketPage() {
  const deployment = useDeployment();
  const id = named(useParams()['id']);
  // Another id is another page: no answer about one may stand under the name of the other.
  return <BucketView key={id} deployment={deployment} id={id} />;
}

interface Found {
  readonly bucket: Bucket | null;
  /** How many rows carry the id. */
  readonly rows: number;
}

async function findBucket(listing: Listing<Bucket>, id: string): Promise<Found> {
  const rows = await listing.rows({ where: { id: [id] } });
  return { bucket: (await rows.slice(0, 1))[0] ?? null, rows: rows.count };
}

function BucketView({ deployment, id }: { readonly deployment: Deployment; readonly id: string }) {
  useWholeList(deployment, 'bucket');
  const source = useBuckets(deployment);
  const lookups = useLookups(deployment);
  const listing = useJoined(source, lookups);
  const found = useAnswered(listing, 'bucket', (list) => findBucket(list, id));
  if (source.availability === 'not-offered')
    return (
      <div className="pt-4">
        <PageTitle title={`Bucket, ${deployment.name}`}>Bucket</PageTitle>
        <NotOffered path={source.path} />
      </div>
    );
  if (!listing || !found)
    return (
      <div className="pt-4">
        <PageTitle title={`Bucket ${id.slice(0, 80)}, ${deployment.name}`}>Bucket</PageTitle>
        <Panel title="Record" sources={[source]}>
          {null}
        </Panel>
      </div>
    );
  const { bucket } = found;
  if (!bucket) return <NoBucket deployment={deployment} id={id} source={source} listing={listing} />;
  const props = { deployment, source, listing, bucket, lookups };
  return (
    <>
      <Heading {...props} />
      {found.rows > 1 && (
        <p className="mb-3 text-text-2">
          {plural(found.rows, 'row')} of the list carry this id; the first is shown.
        </p>
      )}
      <Figures {...props} />
      <div className="mt-7 grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
        <SameName {...props} />
        <div className="grid min-w-0 content-start gap-y-8">
          <BucketSizes
            source={source}
            listing={listing}
            slug={deployment.slug}
            height={190}
            {...(bucket.bytes === null || Number(bucket.bytes) === 0
              ? {}
              : { mark: { bytes: bucket.bytes, label: 'this one' } })}
          />
          <Panel
            title="Record"
            aside={<AsSentLink source={source} slug={deployment.slug} id={bucket.id} />}
            sources={[source]}
          >
            <RawRecord record={bucket} />
          </Panel>
        </div>
      </div>
    </>
  );
}

const whetherItMayExist = {
  exact: 'The list is complete.',
  'known-regions': 'Each known region is listed whole, so it may only exist in a region that nothing names.',
  'at-least': 'The list is cut short, so it may still exist.',
} as const;

/** The list was read and does not hold the id. */
function NoBucket({
  deployment,
  id,
  source,
  listing,
}: {
  readonly deployment: Deployment;
  readonly id: string;
  readonly source: Source<Listing<Bucket>>;
  readonly listing: Listing<Bucket>;
}) {
  return (
    <Vouched feeds={[source.feed]} className="py-8">
      <PageTitle title={`No bucket ${id.slice(0, 80)}, ${deployment.name}`}>No such bucket</PageTitle>
      <p className="lead mt-2 wrap-anywhere">
        <Verbatim className="mono">{id}</Verbatim> is not among the {formatExact(listing.count)} buckets listed.{' '}
        {whetherItMayExist[listing.claim.kind]}{' '}
        <Link to={paths.buckets(deployment.slug)} className="underline underline-offset-3">
          All buckets
        </Link>
      </p>
      <FreshnessMark feeds={[source.feed]} words="all" />
    </Vouched>
  );
}
