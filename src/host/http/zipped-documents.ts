/** Documents in gzip: each is compressed once, in zlib's own threads, for all who ask for the very same. */

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

type Bytes = Uint8Array<ArrayBuffer>;

/** Documents that are kept, some 200 kB each; the oldest go first. */
const mostKept = 50;

const inThreads = promisify(gzip);

async function zip(html: string): Promise<Bytes> {
  return new Uint8Array(await inThreads(html));
}

export class ZippedDocuments {
  readonly #kept = new Map<string, { readonly html: string; readonly bytes: Promise<Bytes> }>();
  readonly #zip: (html: string) => Promise<Bytes>;

  constructor(compress = zip) {
    this.#zip = compress;
  }

  /** Within a second, or as long as nothing is new, the document of an address is the same. */
  of(address: string, html: string): Promise<Bytes> {
    const kept = this.#kept.get(address);
    if (kept?.html === html) return kept.bytes;
    const bytes = this.#zip(html);
    this.#kept.delete(address);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= mostKept) this.#kept.delete(oldest);
    this.#kept.set(address, { html, bytes });
    bytes.catch(() => this.#kept.delete(address));
    return bytes;
  }
}
