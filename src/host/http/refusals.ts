/** What a client is told whose request is not taken. */

import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { problem } from './problem.ts';
import { apiHeaders } from './security-headers.ts';

/** Who was told that it is over may read that for so long, milliseconds. */
const farewell = 1_000;

/** Of those who are told so at a time; the others find their connection closed. */
const mostLeaving = 500;

export function badRequest(detail: string): Response {
  return problem({ status: 400, title: 'Bad request', detail, headers: { connection: 'close' } });
}

/** That an address asks more often than it may, and when it may again. */
export function tooManyRequests(seconds: number): Response {
  return problem({
    status: 429,
    title: 'Too many requests',
    detail: 'This address has asked more often than one may.',
    headers: { 'retry-after': String(seconds), connection: 'close' },
  });
}

/** An answer where no `Response` can be sent, the last of its connection. */
export function rawAnswer(status: string, more: Readonly<Record<string, string>> = {}): string {
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

/** Sends the last that a client hears. Closed at once, a connection on which it still sends would take that from it. */
export function closeWith(socket: Duplex, answer: string): void {
  socket.on('error', () => undefined);
  if (!socket.writable || leaving >= mostLeaving) {
    socket.destroy();
    return;
  }
  leaving += 1;
  const cut = setTimeout(() => socket.destroy(), farewell);
  socket.once('close', () => {
    leaving -= 1;
    clearTimeout(cut);
  });
  socket.end(answer);
}

/**
 * The answer to what is no HTTP request at all.
 *
 * @param isDue - whether everything before it is answered, and it is not the rest of what was.
 * @returns its status, 0 where there is none.
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
    // Whoever sends nothing need not be waited for.
    socket.write(rawAnswer('408 Request Timeout'));
    socket.destroySoon();
    return 408;
  }
  const isTooLong = error.code === 'HPE_HEADER_OVERFLOW';
  closeWith(socket, rawAnswer(isTooLong ? '431 Request Header Fields Too Large' : '400 Bad Request'));
  return isTooLong ? 431 : 400;
}
