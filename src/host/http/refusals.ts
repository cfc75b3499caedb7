/** Builds and sends responses to requests that the host refuses. */

import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { problem } from './problem.ts';
import { apiHeaders } from './security-headers.ts';

/** Maximum milliseconds that a refused client has to read the refusal. */
const farewellMilliseconds = 1_000;

/** Maximum number of refused connections that are closing. Further ones are closed without a response. */
const mostLeaving = 500;

export function badRequest(detail: string): Response {
  return problem({ status: 400, title: 'Bad request', detail, headers: { connection: 'close' } });
}

export function tooManyRequests(seconds: number): Response {
  return problem({
    status: 429,
    title: 'Too many requests',
    detail: 'This address has sent too many requests.',
    headers: { 'retry-after': String(seconds), connection: 'close' },
  });
}

/**
 * Builds the text of a response for sockets on which no `Response` can be sent. It tells the client that the
 * connection closes.
 */
export function rawResponse(status: string, more: Readonly<Record<string, string>> = {}): string {
  const headers = Object.entries({
    ...apiHeaders,
    'cache-control': 'no-store',
    'content-length': '0',
    connection: 'close',
    ...more,
  });
  return `HTTP/1.1 ${status}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

let leaving = 0;

/**
 * Sends the last response of a connection. Closing at once would reset the connection, and a client that is
 * still sending would lose the response.
 */
export function closeWith(socket: Duplex, answer: string): void {
  socket.on('error', () => undefined);
  if (!socket.writable || leaving >= mostLeaving) {
    socket.destroy();
    return;
  }
  leaving += 1;
  const cut = setTimeout(() => socket.destroy(), farewellMilliseconds);
  socket.once('close', () => {
    leaving -= 1;
    clearTimeout(cut);
  });
  socket.end(answer);
}

/**
 * Responds to bytes that are no HTTP request.
 * @param isDue - whether all earlier responses are complete.
 * @returns the HTTP status sent, or 0 if none was.
 */
export function refuse(error: NodeJS.ErrnoException, socket: Socket, isDue: boolean): number {
  if (error.code === 'ECONNRESET') {
    socket.destroy();
    return 0;
  }
  if (!isDue) {
    socket.destroySoon();
    return 0;
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    // A client that sends nothing gets no time to read.
    socket.write(rawResponse('408 Request Timeout'));
    socket.destroySoon();
    return 408;
  }
  const isTooLong = error.code === 'HPE_HEADER_OVERFLOW';
  closeWith(socket, rawResponse(isTooLong ? '431 Request Header Fields Too Large' : '400 Bad Request'));
  return isTooLong ? 431 : 400;
}
