/** Bodies too long to be parsed on a thread where others wait. */

import type { Answer } from '../domain/answer.ts';

/** From this many bytes on, parsing and sorting would be felt (performance notes: some 7,000 rows). */
export const largeBytes = 1024 * 1024;

/** What an answer says of its own length, 0 where it says nothing. */
export function declaredBytes(headers: Headers): number {
  return Number(headers.get('content-length') ?? 0);
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
