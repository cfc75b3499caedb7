import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Bytes of an error's body that are read. */
const longestError = 64 * 1024;
/** Milliseconds for reading them. */
const patience = 1_000;

/** Digest of the first 64 KiB, as sent; `null` if the body breaks off or takes longer than a second. */
export async function digestOf(body: Readable): Promise<string | null> {
  const hash = createHash('sha256');
  const timer = setTimeout(() => body.destroy(new Error('The body is too slow.')), patience);
  let bytes = 0;
  try {
    for await (const part of body) {
      // Streams without a text encoding set yield bytes.
      const chunk = (part as Uint8Array).subarray(0, longestError - bytes);
      hash.update(chunk);
      bytes += chunk.byteLength;
      if (bytes >= longestError) break;
    }
    return hash.digest('base64');
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
