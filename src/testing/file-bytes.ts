/** Test helpers: bytes of files as streams, and rows for them. */

import { Buffer } from 'node:buffer';

/** Returns the bytes in parts of `size`, which may cut characters and records. */
export async function* inParts(content: string | Uint8Array, size = 7): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content);
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

/** An id with its type prefix and a number. */
export function idOf(prefix: string, number: number): string {
  return `${prefix}_${String(number).padStart(14, '0')}`;
}

/** Buckets as the API sends them, newest first. */
export function someBuckets(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: idOf('bkt', index),
    created_at: new Date(Date.UTC(2026, 0, 1) - index * 1000).toISOString(),
    name: index % 2 === 0 ? `bucket ${index}` : `a "quoted", é name ${index}`,
    region: ['fra1', 'ams1', 'sin1'][index % 3] ?? '',
    objects: index,
    bytes: index * 1_000_000,
  }));
}
