/** Bodies too long to be parsed on a thread where others wait. */

import type { Answer } from '#domain/answer/answer.ts';

/** From this many bytes on, parsing and sorting would be felt (performance notes: some 7,000 rows). */
export const largeBytes = 1024 * 1024;

/** Bytes that an answer has at least by its own account, 0 where it says nothing. */
export function declaredBytes(headers: Headers): number {
  return totalBytes(headers) ?? Number(headers.get('content-length') ?? 0);
}

/** Bytes after decompression, which only the host says of what it compresses; `null` where nobody says so. */
export function totalBytes(headers: Headers): number | null {
  const isEncoded = headers.get('content-encoding') !== null;
  const length = headers.get('edgewatch-length') ?? (isEncoded ? null : headers.get('content-length'));
  return length !== null && /^\d{1,15}$/.test(length) && length !== '0' ? Number(length) : null;
}

/** Takes in a body elsewhere, part by part. */
export interface LargeBody<T> {
  /** The bytes are no longer the caller's. */
  write(bytes: Uint8Array<ArrayBuffer>): void;
  /** Where the next part is in no hurry: resolves once it is time for it. */
  rest?(): Promise<void> | undefined;
  /** Milliseconds of such rest so far. */
  rested?(): number;
  /**
   * What was made of the whole.
   *
   * @throws SyntaxError, ContractError or WorkerLost.
   */
  end(): Promise<{ readonly value: T } & Pick<Answer<T>, 'findings' | 'unlisted'>>;
  cancel(): void;
}

/** The other thread died: not a word about the answer. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
}
