/** Fault modes: connection and transport (docs/understand/untrusted-responses.md, “Connection”). */

import type { Override } from '../double.ts';
import { broken, forged, head, odd, raw, whileOpen, withLength } from './mode.ts';

const forgery = JSON.stringify({ status: forged, object: 'list', data: [{ name: forged }], components: [] });

function half(body: string): string {
  return body.slice(0, Math.floor(body.length / 2));
}

function redirect(name: string, status: number, says: string, target: (trapUrl: string) => string | null) {
  return broken(`redirect-${name}`, 'A9', says, ({ trapUrl }): Override => {
    const location = target(trapUrl);
    return { status, body: '', headers: location === null ? {} : { Location: location } };
  });
}

export const connectionModes = [
  broken('reset', 'A2', 'resets the connection before an answer', {
    wire: (socket) => socket.resetAndDestroy(),
  }),
  broken('reset-after-head', 'A2', 'resets the connection after the headers', {
    wire: (socket, body) =>
      socket.write(head(`Content-Length: ${Buffer.byteLength(body)}`), () => socket.resetAndDestroy()),
  }),
  broken('reset-midway', 'A2', 'resets the connection within the body', { drop: 'midway' }),
  broken(
    'short-body',
    'A3',
    'sends less than it promised, and ends',
    raw((body) => `${head(`Content-Length: ${Buffer.byteLength(body) + 100}`)}${body}`),
  ),
  broken('silent', 'A4', 'accepts the question and never answers', { hold: true }),
  broken('dripping', 'A5', 'sends a byte every 50 ms', {
    wire: (socket, body) => {
      socket.write(head(`Content-Length: ${Buffer.byteLength(body)}`));
      let sent = 0;
      whileOpen(socket, 50, () => {
        socket.write(body.charAt(sent));
        sent += 1;
      });
    },
  }),
  broken('stalled', 'A5', 'stops within the body', {
    wire: (socket, body) =>
      void socket.write(`${head(`Content-Length: ${Buffer.byteLength(body)}`)}${half(body)}`),
  }),
  broken(
    'not-http',
    'A6',
    'speaks another protocol',
    raw(() => 'SSH-2.0-OpenSSH_9.6\r\n'),
  ),
  broken(
    'broken-chunks',
    'A6',
    'sends chunks of no length',
    raw((body) => `${head('Transfer-Encoding: chunked')}zz\r\n${body}\r\n0\r\n\r\n`),
  ),
  broken(
    'length-and-chunks',
    'A6',
    'states a length and sends chunks',
    raw((body) => {
      const length = Buffer.byteLength(body);
      return `${head('Transfer-Encoding: chunked', `Content-Length: ${length}`)}${length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    }),
  ),
  broken(
    'two-lengths',
    'A6',
    'states two lengths',
    raw((body) => withLength(body, `Content-Length: ${Buffer.byteLength(body) + 5}`)),
  ),
  odd(
    'second-answer',
    'A6',
    'sends a forged second answer behind the first',
    raw((body) => withLength(body) + withLength(forgery)),
  ),
  broken(
    'huge-header',
    'A7',
    'sends a header of 64 KiB',
    raw((body) => withLength(body, `X-Long: ${'x'.repeat(65_536)}`)),
  ),
  broken(
    'many-headers',
    'A7',
    'sends 5,000 headers',
    raw((body) => withLength(body, ...Array.from({ length: 5000 }, (_, index) => `X-${index}: y`))),
  ),
  odd('early-hints', 'A8', 'sends 103 with a preload before its answer', ({ trapUrl }) =>
    raw(
      (body) => `HTTP/1.1 103 Early Hints\r\nLink: <${trapUrl}/a.css>; rel=preload\r\n\r\n${withLength(body)}`,
    ),
  ),
  redirect('same-origin', 302, 'redirects to another path of its own', () => '/api/v2/regions'),
  redirect('other-origin', 301, 'redirects to another origin', (trapUrl) => trapUrl),
  redirect('loop', 307, 'redirects to itself', () => '?'),
  redirect('other-port', 308, 'redirects for good to another port', (trapUrl) => `${trapUrl}/api/v1/status`),
  redirect('file', 302, 'redirects to a file', () => 'file:///etc/passwd'),
  redirect('script', 302, 'redirects to a script', () => 'javascript:globalThis.__pwned=1'),
  redirect('metadata', 302, 'redirects to an address of a cloud’s own', () => 'http://169.254.169.254/latest'),
  redirect('nowhere', 302, 'redirects without saying where', () => null),
];
