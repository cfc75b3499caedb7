/** Compresses HTML documents with gzip. Equal documents are compressed once, in zlib's threads. */

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

type Bytes = Uint8Array<ArrayBuffer>;

/** Maximum number of cached documents, some 200 kB each. The oldest are dropped first. */
const mostDocuments = 50;

const inThreads = promisify(gzip);

async function zip(html: string): Promise<Bytes> {
  return new Uint8Array(await inThreads(html));
}

export class ZippedDocuments {
  readonly #documents = new Map<string, { readonly html: string; readonly bytes: Promise<Bytes> }>();
  readonly #zip: (html: string) => Promise<Bytes>;

  constructor(compress = zip) {
    this.#zip = compress;
  }

  /**
   * Returns a document in gzip.
   * @param address - key of the cache. The document of an address often stays the same for a second.
   */
  of(address: string, html: string): Promise<Bytes> {
    const cached = this.#documents.get(address);
    if (cached?.html === html) return cached.bytes;
    const bytes = this.#zip(html);
    this.#documents.delete(address);
    const [oldest] = this.#documents.keys();
    if (oldest !== undefined && this.#documents.size >= mostDocuments) this.#documents.delete(oldest);
    this.#documents.set(address, { html, bytes });
    bytes.catch(() => this.#documents.delete(address));
    return bytes;
  }
}
