import type { Bucket, Integer } from '#contract/resources.ts';

/**
 * Returns the bytes per object of a bucket, rounded as in the listing's sort order; `null` without objects or
 * with unreadable values.
 */
export function meanOf({ bytes, objects }: Bucket): Integer | null {
  if (bytes === null || objects === null || BigInt(objects) === 0n) return null;
  return BigInt(bytes) / BigInt(objects);
}
