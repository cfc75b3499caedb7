/** Where one bucket stands among the others of its list. */

import type { Bucket, Integer } from '#contract/resources.ts';
import type { Listing, Sum } from '#domain/lists/listing.ts';

export interface Standing {
  /** 1 for the largest; equal ones share a rank. `null` where its size cannot be read. */
  readonly rank: number | null;
  /** Buckets with a size that can be read. */
  readonly ranked: number;
  /** Bytes of all buckets listed in its region; `null` where its region is not given. */
  readonly region: Sum | null;
  /** Buckets listed in its region, this one included. */
  readonly inRegion: number;
}

async function countLarger(listing: Listing<Bucket>, bytes: Integer): Promise<number> {
  const [atLeast, equal] = await Promise.all([
    listing.rows({ between: { bytes: [bytes, null] } }),
    listing.rows({ between: { bytes: [bytes, bytes] } }),
  ]);
  return atLeast.count - equal.count;
}

/** Rank by size, and what its region holds. */
export async function standingOf(listing: Listing<Bucket>, bucket: Bucket): Promise<Standing> {
  const { bytes, region } = bucket;
  const where = region === null ? null : { where: { region: [region] } };
  const [larger, whole, held, rows] = await Promise.all([
    bytes === null ? null : countLarger(listing, bytes),
    listing.sum({}, 'bytes'),
    where && listing.sum(where, 'bytes'),
    where && listing.rows(where),
  ]);
  return {
    rank: larger === null ? null : larger + 1,
    ranked: whole.counted,
    region: held,
    inRegion: rows?.count ?? 0,
  };
}
