import type { Bucket, Integer } from '#contract/resources.ts';

/** Bytes per object, rounded as the listing sorts it; `null` without objects. */
export function meanOf({ bytes, objects }: Bucket): Integer | null {
  if (bytes === null || objects === null || BigInt(objects) === 0n) return null;
  return BigInt(bytes) / BigInt(objects);
}
