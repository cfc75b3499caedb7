import type { Bucket, Integer } from '#contract/resources.ts';
import type { Listing, Sum } from '#domain/lists/listing.ts';

export interface Rank {
  /** 1 for the largest; equal sizes share a rank. `null` if its size is unreadable. */
  readonly rank: number | null;
  /** Buckets with a readable size. */
  readonly ranked: number;
  /** Bytes of the listed buckets in its region; `null` without a region. */
  readonly region: Sum | null;
  /** Listed buckets in its region, including this one. */
  readonly inRegion: number;
}

async function countLarger(listing: Listing<Bucket>, bytes: Integer): Promise<number> {
  const [atLeast, equal] = await Promise.all([
    listing.rows({ between: { bytes: [bytes, null] } }),
    listing.rows({ between: { bytes: [bytes, bytes] } }),
  ]);
  return atLeast.count - equal.count;
}

export async function rankOf(listing: Listing<Bucket>, bucket: Bucket): Promise<Rank> {
  const { bytes, region } = bucket;
  const where = region === null ? null : { where: { region: [region] } };
  const [larger, whole, regionSum, rows] = await Promise.all([
    bytes === null ? null : countLarger(listing, bytes),
    listing.sum({}, 'bytes'),
    where && listing.sum(where, 'bytes'),
    where && listing.rows(where),
  ]);
  return {
    rank: larger === null ? null : larger + 1,
    ranked: whole.counted,
    region: regionSum,
    inRegion: rows?.count ?? 0,
  };
}
