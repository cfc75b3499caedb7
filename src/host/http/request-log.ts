/** Logs requests: one line per response. */

import type { IncomingMessage } from 'node:http';
import type { RequestLine, ResponseNote } from '../log/log.ts';
import type { SecuredResponse } from './secured-response.ts';

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

/** Logs a request when its response is over. */
export function followRequest(
  { method = '', url = '', socket }: IncomingMessage,
  outgoing: SecuredResponse,
  log: (line: RequestLine) => void,
): void {
  const startedAt = performance.now();
  const before = socket.bytesWritten;
  outgoing.on('close', () => {
    const { statusCode: status, forwarded, writableFinished, note } = outgoing;
    log({
      method,
      path: pathOf(url),
      status,
      milliseconds: performance.now() - startedAt,
      bytes: Math.max(0, socket.bytesWritten - before),
      address: forwarded.address,
      cut: writableFinished ? undefined : true,
      kind: note?.kind,
      instance: note?.instance,
      lastGood: note?.lastGood,
    });
  });
}
