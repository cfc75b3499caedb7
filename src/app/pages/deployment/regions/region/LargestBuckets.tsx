import { Link } from 'react-router';
import { BucketName } from '#app/components/fields/BucketName.tsx';
import { Flawed } from '#app/components/fields/FieldValue.tsx';
import { EmptyState, Panel } from '#app/components/freshness/Panel.tsx';
import { Claimed } from '#app/components/lists/Count.tsx';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { paths } from '#app/url/paths.ts';
import type { Bucket } from '#contract/resources.ts';
import { repeatedNames } from '#domain/figures/duplicate-names.ts';
import { formatExact } from '#domain/text/format.ts';
import { formatBytes, formatBytesExact, formatCount } from '#domain/text/format-figures.ts';
import { IgnoredFilterNotice } from './IgnoredFilterNotice.tsx';
import type { RegionProps } from './use-region.ts';

const shown = 8;

export function LargestBuckets({ deployment, details }: RegionProps) {
  const { code } = details;
  const { source, listing, within, claim, count = 0 } = details.buckets;
  const buckets = useListingResult(listing, `largest ${code}`, async (list) => {
    const rows = await list.rows({ ...within, sort: [{ field: 'bytes', descending: true }] });
    return rows.slice(0, shown);
  });
  const names = useListingResult(listing, `names ${code}`, async (list) =>
    repeatedNames(await list.group(within, ['name'], [], 2)),
  );
  const most = Math.max(0, ...(buckets ?? []).map((bucket) => Number(bucket.bytes ?? 0)));
  return (
    <Panel
      title="Largest buckets"
      className="[--room:15rem]"
      note={
        claim &&
        count > 0 && (
          <>
            {formatExact(Math.min(shown, count))} of{' '}
            <Link
              to={paths.buckets(deployment.slug, { region: details.code, sort: '-bytes' })}
              className="underline-offset-3 hover:underline"
            >
              <Claimed claim={claim}>{formatExact(count)}</Claimed>
            </Link>
          </>
        )
      }
      aside="objects, stored"
      sources={[source]}
    >
      {buckets?.length === 0 && <EmptyState>No buckets are listed here.</EmptyState>}
      <ol aria-label="Largest buckets" className="m-0 list-none p-0">
        {buckets?.map((bucket, index) => (
          <Row
            key={`${bucket.id} ${index}`}
            bucket={bucket}
            most={most}
            repeated={names ?? new Set()}
            slug={deployment.slug}
          />
        ))}
      </ol>
      <IgnoredFilterNotice part={details.buckets} noun="buckets" code={details.code} />
    </Panel>
  );
}

function Row({
  bucket,
  most,
  repeated,
  slug,
}: {
  readonly bucket: Bucket;
  readonly most: number;
  readonly repeated: ReadonlySet<string>;
  readonly slug: string;
}) {
  const name = <BucketName bucket={bucket} repeated={repeated} />;
  const { bytes, objects } = bucket;
  const share = most > 0 ? (Number(bytes ?? 0) / most) * 100 : 0;
  return (
    <li className="relative grid grid-cols-[1fr_4.5rem_5rem] items-center gap-x-3 border-b border-line pt-0.5 pb-1">
      <span className="truncate font-[540]">
        {bucket.id ? (
          <Link className="link" to={paths.bucket(slug, bucket.id)}>
            {name}
          </Link>
        ) : (
          name
        )}
      </span>
      <span className="text-right text-text-2">
        {objects === null ? (
          <Flawed record={bucket} field="objects" />
        ) : (
          <span className="drains">{formatCount(objects)}</span>
        )}
      </span>
      <span className="drains text-right">
        {bytes === null ? (
          <Flawed record={bucket} field="bytes" />
        ) : (
          <span title={formatBytesExact(bytes)}>{formatBytes(bytes)}</span>
        )}
      </span>
      <span
        aria-hidden="true"
        className="drains-fill absolute -bottom-px left-0 h-0.5 bg-data"
        style={{ width: `${share}%` }}
      />
    </li>
  );
}
