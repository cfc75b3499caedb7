/** Logs requests: one line per response. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestLine } from '../log/log.ts';

/** Facts about a response that its headers do not hold. */
export type ResponseNote = Pick<RequestLine, 'kind' | 'instance' | 'lastGood'>;

/** Notes about responses. Stored beside them, because reading headers of a `Response` is slow. */
const notes = new WeakMap<Response, ResponseNote>();

export function withNote(response: Response, note: ResponseNote | undefined): Response {
  if (note) notes.set(response, note);
  return response;
}

export function noteOf(response: Response): ResponseNote | undefined {
  return notes.get(response);
}

function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

/**
 * Logs a request when its response is over.
 * @param note - returns the note about the response; called at that time.
 */
export function followRequest(
  { method = '', url = '', socket }: IncomingMessage,
  outgoing: ServerResponse,
  address: string,
  note: () => ResponseNote | undefined,
  log: (line: RequestLine) => void,
): void {
  const startedAt = performance.now();
  const before = socket.bytesWritten;
  outgoing.once('close', () =>
    log({
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
