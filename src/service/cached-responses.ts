/** Caches responses as bytes: repeated requests for unchanged data cost no query and no serialization. */

import { createHash } from 'node:crypto';
import { crossOriginHeaders, hasEtag } from './choices.ts';

export interface Answer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
  /** Entity tag, quoted as in the header; `null` for `no-store` responses. */
  readonly etag: string | null;
}

function entityTag(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

const encoder = new TextEncoder();

export function makeResponse(json: string, cacheControl: string): Answer {
  const bytes = encoder.encode(json);
  const etag = hasEtag(cacheControl) ? entityTag(bytes) : null;
  const headers = {
    ...crossOriginHeaders,
    'content-type': 'application/json',
    'content-length': String(bytes.byteLength),
    'cache-control': cacheControl,
    // A reverse proxy may compress the response.
    vary: 'accept-encoding',
    ...(etag === null ? {} : { etag }),
  };
  return { bytes, headers, etag };
}

/** Bytes counted for an entry besides key and body, so that many tiny responses are bounded as well. */
const entryBytes = 1_024;

function weight(key: string, answer: Answer): number {
  return answer.bytes.byteLength + 2 * key.length + entryBytes;
}

interface Entry {
  readonly answer: Answer;
  readonly revision: number;
}

/** Caches responses by request key, each valid for one revision of the data. The oldest are dropped first. */
export class ResponseCache {
  readonly #entries = new Map<string, Entry>();
  readonly #maximumBytes: number;
  #bytes = 0;

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  get(key: string, revision: number): Answer | undefined {
    const entry = this.#entries.get(key);
    return entry?.revision === revision ? entry.answer : undefined;
  }

  set(key: string, revision: number, answer: Answer): void {
    this.#drop(key);
    this.#entries.set(key, { answer, revision });
    this.#bytes += weight(key, answer);
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maximumBytes) break;
      this.#drop(oldest);
    }
  }

  /** Estimated memory of all entries in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= weight(key, entry.answer);
  }
}
