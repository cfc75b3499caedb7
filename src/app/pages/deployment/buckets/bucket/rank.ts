import type { Bucket, Integer } from '#contract/resources.ts';
import type { Listing, Sum } from '#domain/lists/listing.ts';

export interface Rank {
  /**
   * Position by size: 1 for the largest bucket; buckets of equal size share a rank. `null` if the bucket's
   * size is unreadable.
   */
  readonly rank: number | null;
  /** Number of listed buckets with a readable size. */
  readonly ranked: number;
  /** Sum of bytes of the listed buckets in the bucket's region; `null` if the bucket names no region. */
  readonly region: Sum | null;
  /** Number of listed buckets in the bucket's region, itself included; 0 if it names no region. */
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
