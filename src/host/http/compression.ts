/**
 * Compresses responses with gzip or brotli. Each is compressed once, in zlib's threads, and cached as long as
 * the response.
 */

import { Buffer } from 'node:buffer';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { acceptsEncoding, type Encoding } from './static-files.ts';

/** Minimum size in bytes of a body that is compressed. A shorter one fits into one packet. */
const minimumBytes = 1024;
/**
 * Maximum size in bytes of a body that is compressed before it is sent. A longer one is compressed at a low
 * level and sent meanwhile: otherwise fast clients would wait for the compression.
 */
const longestWhole = 256 * 1024;

type Bytes = Uint8Array<ArrayBuffer>;

export function encodingFor(accepted: string | null, bytes: number): Encoding | null {
  if (bytes < minimumBytes) return null;
  const preferred: readonly Encoding[] = bytes > longestWhole ? ['gzip', 'br'] : ['br', 'gzip'];
  return preferred.find((encoding) => acceptsEncoding(accepted, encoding)) ?? null;
}

/** Returns `Vary` with `accept-encoding` added. */
export function varyByEncoding(vary: string | undefined): string {
  if (!vary) return 'accept-encoding';
  return /accept-encoding|\*/i.test(vary) ? vary : `${vary}, accept-encoding`;
}

export function encodedHeaders(
  { 'content-length': _length, etag, ...headers }: Readonly<Record<string, string>>,
  encoding: Encoding,
  bytes: number,
): Record<string, string> {
  return {
    ...headers,
    // A strong tag would name the uncompressed bytes (RFC 9110 section 8.8.1).
    ...(etag !== undefined && { etag: etag.startsWith('W/') ? etag : `W/${etag}` }),
    vary: varyByEncoding(headers['vary']),
    'content-encoding': encoding,
    'edgewatch-length': String(bytes),
  };
}

async function compress(body: Bytes, encoding: Encoding, onPart: (part: Bytes) => void): Promise<Bytes> {
  const isLong = body.byteLength > longestWhole;
  const chunkSize = 64 * 1024;
  const coder =
    encoding === 'gzip'
      ? createGzip({ level: isLong ? 3 : 6, chunkSize })
      : createBrotliCompress({
          chunkSize,
          params: {
            [constants.BROTLI_PARAM_QUALITY]: isLong ? 3 : 5,
            [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
          },
        });
  coder.end(body);
  const parts: Bytes[] = [];
  for await (const part of coder) {
    // Streams without a text encoding yield bytes.
    const bytes = part as Bytes;
    parts.push(bytes);
    onPart(bytes);
  }
  return Buffer.concat(parts);
}

const cachedBodies = new WeakMap<object, Map<Encoding, Bytes | Promise<Bytes>>>();

/**
 * Returns the compressed body; not as a promise if it is cached. A long body that nobody requested before is
 * streamed while it is compressed.
 * @param answer - object by which the compressed bodies are cached.
 * @param onCached - called once with the compressed size in bytes.
 */
export function encoded(
  answer: object,
  body: Bytes,
  encoding: Encoding,
  onCached: (bytes: number) => void = () => undefined,
): Bytes | Promise<Bytes> | ReadableStream<Bytes> {
  const encodings = cachedBodies.get(answer) ?? new Map<Encoding, Bytes | Promise<Bytes>>();
  cachedBodies.set(answer, encodings);
  const known = encodings.get(encoding);
  if (known) return known;
  let send: (part: Bytes) => void = ignore;
  const compressed = compress(body, encoding, (part) => send(part));
  encodings.set(encoding, compressed);
  compressed.then(
    (bytes) => {
      encodings.set(encoding, bytes);
      onCached(bytes.byteLength);
    },
    () => encodings.delete(encoding),
  );
  if (body.byteLength <= longestWhole) return compressed;
  return new ReadableStream<Bytes>({
    start: (reader) => {
      send = (part) => reader.enqueue(part);
      compressed.then(
        () => {
          if (send !== ignore) reader.close();
        },
        (cause: unknown) => reader.error(cause),
      );
    },
    // The client left. The compression continues: its result is cached.
    cancel: () => {
      send = ignore;
    },
  });
}

function ignore(): void {}
