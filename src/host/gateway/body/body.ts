/** Stores bodies of upstream responses in memory. Long ones are compressed with gzip while they arrive. */

import { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { createGunzip, createGzip, type Gzip } from 'node:zlib';

export type Bytes = Uint8Array<ArrayBuffer>;

export type Body =
  | { readonly kind: 'plain'; readonly bytes: Bytes }
  | {
      readonly kind: 'packed';
      readonly bytes: Bytes;
      /** Size of the body in bytes after decompression. */
      readonly length: number;
    };

/**
 * Maximum size in bytes of a body that is stored uncompressed. Longer ones are stored in gzip only: lists
 * shrink to a fifth, and nearly all viewers accept gzip.
 */
export const longestPlain = 1024 ** 2;

/** Returns the size of a body in bytes after decompression. */
export function lengthOf(body: Body): number {
  return body.kind === 'plain' ? body.bytes.byteLength : body.length;
}

export function partsOf(body: Body): AsyncIterable<Uint8Array> {
  if (body.kind === 'plain') return Readable.from([body.bytes]);
  return Readable.from([body.bytes], { objectMode: false }).pipe(createGunzip({ chunkSize: 64 * 1024 }));
}

/** Returns the uncompressed body. A long one is decompressed only as fast as it is read. */
export function unpacked(body: Body): Bytes | ReadableStream<Bytes> {
  if (body.kind === 'plain') return body.bytes;
  let parts: AsyncIterator<Uint8Array> | null = null;
  return new ReadableStream<Bytes>(
    {
      async pull(reader) {
        parts ??= partsOf(body)[Symbol.asyncIterator]();
        const part = await parts.next();
        if (part.done) reader.close();
        else reader.enqueue(new Uint8Array(part.value));
      },
      async cancel() {
        await parts?.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Resolves after the last queued piece. Pieces of all bodies are compressed one after another, so that
 * compression takes one thread of the pool at most.
 */
let packing: Promise<void> = Promise.resolve();

function pack(coder: Gzip, part: Uint8Array): Promise<void> {
  const after = packing.then(
    () =>
      new Promise<void>((resolve) => {
        // If the coder is destroyed meanwhile, the error has no receiver and is dropped.
        coder.write(part, () => resolve());
      }),
  );
  packing = after;
  return after;
}

export class Collector {
  #parts: Uint8Array[] = [];
  #bytes = 0;
  #coder: Gzip | null = null;
  readonly #packed: Uint8Array[] = [];

  async add(part: Uint8Array): Promise<void> {
    this.#bytes += part.byteLength;
    if (this.#coder) {
      await pack(this.#coder, part);
      return;
    }
    this.#parts.push(part);
    if (this.#bytes <= longestPlain) return;
    const coder = createGzip({ level: 2, chunkSize: 64 * 1024 });
    coder.on('data', (packed: Uint8Array) => this.#packed.push(packed));
    coder.on('error', () => undefined);
    this.#coder = coder;
    const parts = this.#parts;
    this.#parts = [];
    // oxlint-disable-next-line no-await-in-loop
    for (const each of parts) await pack(coder, each);
  }

  async end(): Promise<Body> {
    const coder = this.#coder;
    if (!coder) return { kind: 'plain', bytes: Buffer.concat(this.#parts, this.#bytes) };
    await new Promise<void>((resolve, reject) => {
      coder.once('end', resolve).once('error', reject);
      coder.end();
    });
    return { kind: 'packed', bytes: Buffer.concat(this.#packed), length: this.#bytes };
  }

  drop(): void {
    this.#coder?.destroy();
  }
}
