import type { Bucket, Integer } from '#contract/resources.ts';

/** Bytes an object, as the listing sorts by it: rounded, and none where there are no objects to share the bytes. */
export function meanOf({ bytes, objects }: Bucket): Integer | null {
  if (bytes === null || objects === null || BigInt(objects) === 0n) return null;
  return BigInt(bytes) / BigInt(objects);
}
