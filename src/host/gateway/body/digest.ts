import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Maximum number of bytes that are read of the body of an HTTP error. */
const longestError = 64 * 1024;
/** Maximum milliseconds for reading the body of an HTTP error. */
const patience = 1_000;

/**
 * Computes the SHA-256 digest of the first 64 KiB of an error's body, as sent. Returns `null` if the body
 * breaks off or takes longer than a second.
 */
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
