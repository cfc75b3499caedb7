/** Fault modes: status codes (docs/understand/untrusted-responses.md, “Status codes”). */

import type { Override } from '../double.ts';
import { broken, head, inTurn, type Mode, odd } from './mode.ts';

const words = '<html><title>Out of order</title>Sorry.</html>';

function code(status: number, rows: string, headers: Override['headers'] = {}): Mode {
  return broken(`http-${status}`, rows, `answers ${status}`, { status, body: words, headers });
}

/**
 * A status code of an endpoint that is not offered. If an endpoint never gave another response, it is polled
 * again after five minutes.
 */
function absent(status: number): Mode {
  return { ...code(status, 'A14'), due: 300 };
}

function retryAfter(name: string, status: number, value: (now: number) => string, due?: number): Mode {
  const says = `answers ${status} with a Retry-After (${name})`;
  const more = due === undefined ? {} : { due };
  return broken(
    `retry-after-${name}`,
    due === undefined || due > 60 ? 'A12' : 'A11',
    says,
    ({ now }) =>
      () => ({ status, body: words, headers: { 'Retry-After': value(now()) } }),
    more,
  );
}

export const statusCodeModes = [
  code(500, 'A10'),
  code(502, 'A10'),
  code(503, 'A10'),
  retryAfter('seconds', 429, () => '20', 20),
  retryAfter('date', 503, (now) => new Date(now + 20_000).toUTCString(), 20),
  retryAfter('absurd', 429, () => '99999999999', 300),
  retryAfter('negative', 503, () => '-5'),
  retryAfter('words', 503, () => 'soon'),
  code(401, 'A13', { 'WWW-Authenticate': 'Basic realm="upstream"' }),
  code(403, 'A13'),
  absent(404),
  absent(405),
  absent(410),
  absent(501),
  broken('http-204', 'A15', 'answers 204', { status: 204, body: '' }),
  broken('http-206', 'A15', 'answers 206 without having been asked for a part', {
    status: 206,
    headers: { 'Content-Range': 'bytes 0-1/2' },
  }),
  broken('http-304', 'A15', 'answers 304 without a condition', { status: 304, body: '' }),
  broken('only-1xx', 'A15', 'answers 102 and nothing else', {
    wire: (socket) => void socket.write('HTTP/1.1 102 Processing\r\n\r\n'),
  }),
  odd('flapping', 'A17', 'fails every other time', () => inTurn({ status: 503, body: words }, {})),
  broken('http-999', 'A10', 'answers a status that does not exist', {
    wire: (socket) => socket.end(head('Content-Length: 2').replace('200 OK', '999 Well') + '{}'),
  }),
];
