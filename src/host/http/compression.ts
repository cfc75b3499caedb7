/** Answers in gzip or brotli: each is compressed once, in the threads of zlib, and kept for as long as the answer is. */

import { Buffer } from 'node:buffer';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { acceptsEncoding, type Encoding } from './static-files.ts';

/** Shorter bodies fit into one packet as they are. */
const shortest = 1024;
/** Longer bodies are sent while they are compressed, and quickly: whoever waits for them on a fast line waits for that. */
const longestWhole = 256 * 1024;

type Bytes = Uint8Array<ArrayBuffer>;

/** The encoding in which a body of so many bytes is sent to somebody who accepts those of the header. */
export function encodingFor(accepted: string | null, bytes: number): Encoding | null {
  if (bytes < shortest) return null;
  const preferred: readonly Encoding[] = bytes > longestWhole ? ['gzip', 'br'] : ['br', 'gzip'];
  return preferred.find((encoding) => acceptsEncoding(accepted, encoding)) ?? null;
}

/** `vary` where the answer depends on what encodings its reader accepts. */
export function varyByEncoding(vary: string | undefined): string {
  if (!vary) return 'accept-encoding';
  return /accept-encoding|\*/i.test(vary) ? vary : `${vary}, accept-encoding`;
}

/** Headers of an answer whose body of so many bytes is sent in an encoding. */
export function encodedHeaders(
  { 'content-length': _length, etag, ...headers }: Readonly<Record<string, string>>,
  encoding: Encoding,
  bytes: number,
): Record<string, string> {
  return {
    ...headers,
    // A strong one would name the very bytes (RFC 9110 section 8.8.1).
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

const kept = new WeakMap<object, Map<Encoding, Bytes | Promise<Bytes>>>();

/**
 * A body in an encoding, at once where it is kept; of a long one that nobody has asked for so far, what there is of it already.
 *
 * @param answer - what it is kept with.
 * @param onKept - told how many bytes it takes, once.
 */
export function encoded(
  answer: object,
  body: Bytes,
  encoding: Encoding,
  onKept: (bytes: number) => void = () => undefined,
): Bytes | Promise<Bytes> | ReadableStream<Bytes> {
  const encodings = kept.get(answer) ?? new Map<Encoding, Bytes | Promise<Bytes>>();
  kept.set(answer, encodings);
  const known = encodings.get(encoding);
  if (known) return known;
  let send: (part: Bytes) => void = ignore;
  const whole = compress(body, encoding, (part) => send(part));
  encodings.set(encoding, whole);
  whole.then(
    (bytes) => {
      encodings.set(encoding, bytes);
      onKept(bytes.byteLength);
    },
    () => encodings.delete(encoding),
  );
  if (body.byteLength <= longestWhole) return whole;
  return new ReadableStream<Bytes>({
    start: (reader) => {
      send = (part) => reader.enqueue(part);
      whole.then(
        () => {
          if (send !== ignore) reader.close();
        },
        (cause: unknown) => reader.error(cause),
      );
    },
    // Reader left: finish all the same, the result is cached.
    cancel: () => {
      send = ignore;
    },
  });
}

function ignore(): void {}
