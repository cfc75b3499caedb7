/** One line for each request, once its answer is over. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestLine } from '../log/log.ts';

/** What an answer says of itself that its headers do not. */
export type AnswerNote = Pick<RequestLine, 'kind' | 'instance' | 'lastGood'>;

/** Kept beside answers: to read the headers of one costs more than to send it. */
const notes = new WeakMap<Response, AnswerNote>();

/** Notes something of an answer for the log. */
export function withNote(response: Response, note: AnswerNote | undefined): Response {
  if (note) notes.set(response, note);
  return response;
}

export function noteOf(response: Response): AnswerNote | undefined {
  return notes.get(response);
}

/** The path as it was sent, without what may be a secret behind it. */
function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

/**
 * Tells of a request once it is over.
 *
 * @param note - asked for then.
 */
export function followRequest(
  { method = '', url = '', socket }: IncomingMessage,
  outgoing: ServerResponse,
  address: string,
  note: () => AnswerNote | undefined,
  tell: (line: RequestLine) => void,
): void {
  const startedAt = performance.now();
  const before = socket.bytesWritten;
  outgoing.once('close', () =>
    tell({
      method,
      path: pathOf(url),
      status: outgoing.statusCode,
      milliseconds: performance.now() - startedAt,
      bytes: Math.max(0, socket.bytesWritten - before),
      address,
      ...(!outgoing.writableFinished && { cut: true }),
      ...note(),
    }),
  );
}
