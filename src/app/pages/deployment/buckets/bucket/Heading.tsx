import { BucketName } from '#app/components/fields/BucketName.tsx';
import { Created } from '#app/components/fields/Created.tsx';
import { Fact } from '#app/components/fields/Fact.tsx';
import { FieldText } from '#app/components/fields/FieldValue.tsx';
import { RegionOf } from '#app/components/fields/RegionOf.tsx';
import { FreshnessMark } from '#app/components/freshness/FreshnessMark.tsx';
import { ResourceHeading } from '#app/components/page/ResourceHeading.tsx';
import type { Source } from '#app/queries/source.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import type { Bucket } from '#contract/resources.ts';
import { idSuffix } from '#domain/figures/duplicate-names.ts';
import type { Listing } from '#domain/lists/listing.ts';
import type { Lookups } from '#domain/lists/lookups.ts';

const none: ReadonlySet<string> = new Set();

export interface BucketProps {
  readonly deployment: Deployment;
  readonly source: Source<Listing<Bucket>>;
  readonly listing: Listing<Bucket>;
  readonly bucket: Bucket;
  readonly lookups: Lookups;
}

export function Heading({ deployment, source, listing, bucket, lookups }: BucketProps) {
  const { slug } = deployment;
  const { id, name } = bucket;
  const alike = useListingResult(listing, `named ${name}`, async (list) =>
    name === null ? 0 : (await list.rows({ where: { name: [name] } })).count,
  );
  const repeated = name !== null && alike !== undefined && alike > 1 ? new Set([name]) : none;
  const suffix = repeated.size > 0 ? idSuffix(id) : null;
  const shownName = <BucketName bucket={bucket} repeated={repeated} />;
  return (
    <ResourceHeading
      deployment={deployment}
      trail={{ steps: [{ label: 'Buckets', to: paths.buckets(slug) }, { label: shownName }] }}
      feeds={[source.feed]}
      title={`Bucket ${name ?? id ?? ''}${suffix === null ? '' : ` …${suffix}`}`}
      name={shownName}
      facts={
        <>
          <Fact name="Id">
            <span className="wrap-anywhere">
              <FieldText record={bucket} field="id" value={id} form={{ kind: 'id', prefix: 'bkt' }} mono />
            </span>
          </Fact>
          <Fact name="Region">
            <RegionOf slug={slug} row={bucket} field="region" lookups={lookups} inZone={paths.buckets} />
          </Fact>
          <Fact name="Created">
            <Created record={bucket} />
          </Fact>
          <Fact name="Read">
            <FreshnessMark feeds={[source.feed]} verb="" />
          </Fact>
        </>
      }
    />
  );
}
