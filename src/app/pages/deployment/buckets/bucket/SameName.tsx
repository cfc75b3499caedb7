import { Link } from 'react-router';
import { FieldText, Flawed } from '#app/components/fields/FieldValue.tsx';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { EmptyState, Panel } from '#app/components/freshness/Panel.tsx';
import { Claimed, Count } from '#app/components/lists/Count.tsx';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { BarFigure } from '#app/table/columns.tsx';
import { Cell, type Head, SmallTable } from '#app/ui/elements/SmallTable.tsx';
import { paths } from '#app/url/paths.ts';
import { parseTimestamp } from '#contract/forms.ts';
import type { Bucket } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { formatDate, formatExact } from '#domain/text/format.ts';
import { formatBytes, formatBytesExact } from '#domain/text/format-figures.ts';
import type { BucketProps } from './Heading.tsx';

const mostShown = 30;

const heads = [
  { label: 'Id', width: '11.5rem' },
  { label: 'Region', wide: true },
  { label: 'Created', wide: true, width: '7rem' },
  { label: 'Objects', align: 'right', wide: true, width: '8rem' },
  { label: 'Stored', align: 'figure', width: '30%' },
] as const satisfies readonly Head[];

interface Namesakes {
  readonly rows: readonly Bucket[];
  readonly count: number;
}

async function namesakes(listing: Listing<Bucket>, name: string | null): Promise<Namesakes> {
  if (name === null) return { rows: [], count: 0 };
  const rows = await listing.rows({
    where: { name: [name] },
    sort: [{ field: 'bytes', descending: true }],
  });
  return { rows: await rows.slice(0, mostShown), count: rows.count };
}

/** Lists all buckets with the name of this bucket: names are not unique (API document, part 2). */
export function SameName({ deployment, source, listing, bucket, lookups }: BucketProps) {
  const same = useListingResult(listing, `namesakes ${bucket.name}`, (list) => namesakes(list, bucket.name));
  const most = Math.max(0, ...(same?.rows ?? []).map((row) => Number(row.bytes ?? 0)));
  return (
    <Panel
      title="Buckets of this name"
      note={same && <Claimed claim={listing.claim}>{formatExact(same.count)}</Claimed>}
      aside="largest first"
      sources={[source]}
    >
      {same && same.count <= 1 ? (
        <EmptyState>
          {bucket.name === null ? 'It has no name to share.' : 'No other bucket listed has this name.'}
        </EmptyState>
      ) : (
        <SmallTable label="Buckets of this name" heads={heads}>
          {same?.rows.map((row, index) => (
            <Row
              key={`${row.id} ${index}`}
              row={row}
              own={row === bucket || row.id === bucket.id}
              most={most}
              slug={deployment.slug}
              city={lookups.places.get(row.region ?? '')?.name ?? null}
            />
          ))}
        </SmallTable>
      )}
      {same && same.count > same.rows.length && (
        <p className="pt-2 text-text-2">
          The {same.rows.length} largest of them are shown.{' '}
          <Link
            className="underline underline-offset-3"
            to={paths.buckets(deployment.slug, { name: bucket.name })}
          >
            All <Count value={same.count} claim={listing.claim} />
          </Link>
        </p>
      )}
    </Panel>
  );
}

function Row({
  row,
  own,
  most,
  slug,
  city,
}: {
  readonly row: Bucket;
  readonly own: boolean;
  readonly most: number;
  readonly slug: string;
  readonly city: string | null;
}) {
  const created = row.created_at === null ? null : parseTimestamp(row.created_at);
  const id = <FieldText record={row} field="id" value={row.id} form={{ kind: 'id', prefix: 'bkt' }} mono />;
  return (
    <tr aria-current={own ? 'true' : undefined} className={own ? 'bg-s2 font-[580]' : ''}>
      <Cell head={heads[0]}>
        {own || row.id === null || row.id === '' ? (
          id
        ) : (
          <Link className="link" to={paths.bucket(slug, row.id)}>
            {id}
          </Link>
        )}
      </Cell>
      <Cell head={heads[1]}>
        <FieldText record={row} field="region" value={row.region} form={{ kind: 'region-code' }} mono />
        {city !== null && <Verbatim className="ml-3 text-text-2">{city}</Verbatim>}
      </Cell>
      <Cell head={heads[2]}>
        {created === null ? (
          <FieldText record={row} field="created_at" value={row.created_at} form={{ kind: 'timestamp' }} />
        ) : (
          formatDate(created)
        )}
      </Cell>
      <Cell head={heads[3]}>
        {row.objects === null ? <Flawed record={row} field="objects" /> : formatExact(row.objects)}
      </Cell>
      <Cell head={heads[4]}>
        {row.bytes === null ? (
          <Flawed record={row} field="bytes" />
        ) : (
          <BarFigure value={row.bytes} most={most}>
            <span title={formatBytesExact(row.bytes)}>{formatBytes(row.bytes)}</span>
          </BarFigure>
        )}
      </Cell>
    </tr>
  );
}
