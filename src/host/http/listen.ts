/** The socket side of the host: limits on what clients may do, and stopping without cutting answers. */

import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { SettingsError } from '../configuration/base-url.ts';
import { problem } from './problem.ts';
import { apiHeaders } from './security-headers.ts';

export interface ListenOptions {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly port: number;
  readonly host: string;
  /** Whether a `Host` header names this host (host-names.ts). */
  readonly isOwnName: (header: string) => boolean;
}

export interface Listening {
  /** `http://127.0.0.1:4600`, without a trailing slash. */
  readonly origin: string;
  /** Takes no more requests, finishes those under way, and cuts what is left after `milliseconds`. */
  close(milliseconds: number): Promise<void>;
}

const serverLimits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
  requireHostHeader: true,
} as const;

const maximumConnections = 2_000;

/** Longer than any answer of the host takes: cuts clients that stopped reading. */
const silenceMilliseconds = 30_000;

/** Headers with what they lacked; a service that keeps its answers passes the same object again and again. */
const completed = new WeakMap<object, OutgoingHttpHeaders>();

function complete(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  if ('content-security-policy' in headers) return headers;
  const known = completed.get(headers);
  if (known) return known;
  const made = { ...headers, ...apiHeaders };
  completed.set(headers, made);
  return made;
}

/**
 * Nothing leaves without the strictest headers, whoever made the answer: the embedded service and the
 * server library know none. Added here they cost no second `Headers` object, half the time of an answer.
 */
class SecuredResponse extends ServerResponse {
  override writeHead(status: number, ...rest: readonly unknown[]): this {
    const given = rest.at(-1);
    // The library passes headers as one object or none; a reason phrase would be a string.
    return super.writeHead(status, complete(typeof given === 'object' ? (given as OutgoingHttpHeaders) : {}));
  }
}

/** Two `Host` lines: what one reader takes for the address another may not (RFC 9112 §3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

/** Targets whose dot segments, backslashes or foreign authority a URL parser would quietly rewrite. */
function isPlainTarget(target: string | undefined): boolean {
  if (target === undefined || !target.startsWith('/') || target.startsWith('//')) return false;
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
  if (path.includes('\\')) return false;
  const mayHaveDots = path.includes('/.') || path.includes('/%');
  return !mayHaveDots || !/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path);
}

function badRequest(detail: string): Response {
  return problem({ status: 400, title: 'Bad request', detail, headers: { connection: 'close' } });
}

/** The answer to what is no HTTP request at all, where no `Response` can be sent. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  const headers = Object.entries({
    ...apiHeaders,
    'cache-control': 'no-store',
    'content-length': '0',
    connection: 'close',
  });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status}\r\n${lines}\r\n`);
}

/**
 * Listens; resolves once requests are answered.
 *
 * @throws SettingsError in one sentence where the address cannot be had.
 */
export async function listen({ fetch, port, host, isOwnName }: ListenOptions): Promise<Listening> {
  const answer = getRequestListener(fetch, {
    errorHandler: () => badRequest('The request has no usable address.'),
  });
  const refuseTwoHosts = getRequestListener(() => badRequest('The request has more than one Host line.'));
  const refuseTarget = getRequestListener(() => badRequest('The address of the request is not plain.'), {
    errorHandler: () => badRequest('The address of the request is not plain.'),
  });
  const refuseName = getRequestListener(() =>
    problem({
      status: 421,
      title: 'Misdirected request',
      detail:
        'Edgewatch does not answer to the name in the Host header; name it under "hostNames" in the configuration if it should.',
      headers: { connection: 'close' },
    }),
  );
  const server = createServer({ ...serverLimits, ServerResponse: SecuredResponse }, (incoming, outgoing) => {
    if (hasTwoHosts(incoming)) void refuseTwoHosts(incoming, outgoing);
    else if (!isPlainTarget(incoming.url)) void refuseTarget(incoming, outgoing);
    else if (!isOwnName(incoming.headers.host ?? '')) void refuseName(incoming, outgoing);
    else void answer(incoming, outgoing);
  });
  server.maxConnections = maximumConnections;
  server.timeout = silenceMilliseconds;
  server.on('clientError', refuse);
  await started(server, port, host);
  return { origin: originOf(server, host), close: (milliseconds) => close(server, milliseconds) };
}

function started(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(describeError(error, port, host)));
    server.listen(port, host, resolve);
  });
}

function describeError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE')
    return new SettingsError(
      `Port ${port} on ${host} is taken; choose another with --port N, or any with --port 0.`,
    );
  if (error.code === 'EACCES')
    return new SettingsError(`Port ${port} on ${host} needs more rights than this process has.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new SettingsError(`${host} is no address of this machine; choose another with --host.`);
  return error;
}

function originOf(server: Server, host: string): string {
  // A server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function close(server: Server, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    // A connection turns idle with its last answer; nothing else closes it before its keep-alive ends.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const cut = setTimeout(() => server.closeAllConnections(), milliseconds);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
  });
}
