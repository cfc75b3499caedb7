/** Answers kept as bytes, so that equal questions about unchanged data cost no query and no serialising. */

import { createHash } from 'node:crypto';
import { crossOriginHeaders, hasEtag } from './choices.ts';

export interface Answer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Headers of a 200. */
  readonly headers: Readonly<Record<string, string>>;
  /** Quoted, as in the header; `null` for answers that may not be stored. */
  readonly etag: string | null;
}

function entityTag(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

const encoder = new TextEncoder();

/** Body and headers of an answer, made once however often it is sent. */
export function makeAnswer(json: string, cacheControl: string): Answer {
  const bytes = encoder.encode(json);
  const etag = hasEtag(cacheControl) ? entityTag(bytes) : null;
  const headers = {
    ...crossOriginHeaders,
    'content-type': 'application/json',
    'content-length': String(bytes.byteLength),
    'cache-control': cacheControl,
    // Whoever sends it may compress it.
    vary: 'accept-encoding',
    ...(etag === null ? {} : { etag }),
  };
  return { bytes, headers, etag };
}

/** What an entry takes besides its body, so that a flood of tiny answers is bounded as well. */
const entryBytes = 1_024;

function weight(question: string, answer: Answer): number {
  return answer.bytes.byteLength + 2 * question.length + entryBytes;
}

interface Kept {
  readonly answer: Answer;
  readonly revision: number;
}

/** Answers by question, each true for one revision of the data; where room ends, the oldest go first. */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();
  readonly #maximumBytes: number;
  #bytes = 0;

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  get(question: string, revision: number): Answer | undefined {
    const kept = this.#kept.get(question);
    return kept?.revision === revision ? kept.answer : undefined;
  }

  set(question: string, revision: number, answer: Answer): void {
    this.#drop(question);
    this.#kept.set(question, { answer, revision });
    this.#bytes += weight(question, answer);
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maximumBytes) break;
      this.#drop(oldest);
    }
  }

  /** Estimate of the memory taken. */
  get bytes(): number {
    return this.#bytes;
  }

  #drop(question: string): void {
    const kept = this.#kept.get(question);
    if (!kept) return;
    this.#kept.delete(question);
    this.#bytes -= weight(question, kept.answer);
  }
}
