import { Link } from 'react-router';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { BucketName } from '#app/components/records/BucketName.tsx';
import { Created } from '#app/components/records/Created.tsx';
import { FieldText } from '#app/components/records/FieldValue.tsx';
import { Trail } from '#app/components/records/Trail.tsx';
import { Verbatim } from '#app/components/records/Verbatim.tsx';
import { Vouched } from '#app/components/vouching/vouching.tsx';
import type { Source } from '#app/queries/source.ts';
import { useAnswered } from '#app/queries/use-listing-answer.ts';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import type { Bucket } from '#contract/resources.ts';
import { idSuffix } from '#domain/figures/duplicate-names.ts';
import type { Listing } from '#domain/lists/listing.ts';
import type { Lookups } from '#domain/lists/lookups.ts';

const none: ReadonlySet<string> = new Set();

export function Heading({
  deployment,
  source,
  listing,
  bucket,
  lookups,
}: {
  readonly deployment: Deployment;
  readonly source: Source<Listing<Bucket>>;
  readonly listing: Listing<Bucket>;
  readonly bucket: Bucket;
  readonly lookups: Lookups;
}) {
  const { slug } = deployment;
  const { name } = bucket;
  const alike = useAnswered(listing, `named ${name}`, async (list) =>
    name === null ? 0 : (await list.rows({ where: { name: [name] } })).count,
  );
  const repeated = name !== null && alike !== undefined && alike > 1 ? new Set([name]) : none;
  const suffix = repeated.size > 0 ? idSuffix(bucket.id) : null;
  return (
    <>
      <Trail
        steps={[
          { label: 'Buckets', to: paths.buckets(slug) },
          { label: <BucketName bucket={bucket} repeated={repeated} /> },
        ]}
      />
      <Vouched feeds={[source.feed]} as="header" className="mb-4">
        <PageTitle
          title={`Bucket ${name ?? bucket.id ?? ''}${suffix === null ? '' : ` …${suffix}`}, ${deployment.name}`}
          className="entity-title wrap-anywhere"
        >
          <BucketName bucket={bucket} repeated={repeated} />
        </PageTitle>
        <p className="lead drains mt-0.5 flex flex-wrap gap-x-6 wrap-anywhere">
          <FieldText record={bucket} field="id" value={bucket.id} form={{ kind: 'id', prefix: 'bkt' }} mono />
          <Region slug={slug} bucket={bucket} lookups={lookups} />
          <span>
            created <Created record={bucket} />
          </span>
        </p>
      </Vouched>
    </>
  );
}

function Region({
  slug,
  bucket,
  lookups,
}: {
  readonly slug: string;
  readonly bucket: Bucket;
  readonly lookups: Lookups;
}) {
  const code = bucket.region;
  const text = <FieldText record={bucket} field="region" value={code} form={{ kind: 'region-code' }} mono />;
  if (code === null || code === '') return <span>region {text}</span>;
  const place = lookups.places.get(code);
  return (
    <span>
      in{' '}
      <Link className="underline underline-offset-3" to={paths.region(slug, code)}>
        {place?.name != null && (
          <>
            <Verbatim>{place.name}</Verbatim>{' '}
          </>
        )}
        {text}
      </Link>
      {place?.zone != null && (
        <>
          , <Verbatim>{place.zone}</Verbatim>
        </>
      )}
      {!place && lookups.places.size > 0 && ', unknown region'}
    </span>
  );
}
