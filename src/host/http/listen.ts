/** Opens the host's HTTP server, with limits for clients, and a shutdown that completes responses. */

import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { defaultLimits, type RequestLimits } from '#contract/host.ts';
import type { RequestLine } from '../log/log.ts';
import { addressCheck } from '../net/addresses.ts';
import { SettingsError } from '../net/settings-error.ts';
import { type ConnectionLimits, Connections } from './connections.ts';
import { type Forwarded, forwardedOf } from './forwarded.ts';
import { misdirected } from './misdirected.ts';
import { problem } from './problem.ts';
import { badRequest, closeWith, rawResponse, refuse, tooManyRequests } from './refusals.ts';
import { followRequest, noteOf } from './request-log.ts';
import { RequestRate, type RequestRateLimits } from './request-rate.ts';
import { SecuredResponse } from './secured-response.ts';

export interface ListenOptions {
  readonly fetch: (request: Request, forwarded: Forwarded) => Response | Promise<Response>;
  readonly port: number;
  readonly host: string;
  readonly isOwnName: (header: string) => boolean;
  /** Whether an address is that of a trusted proxy, whose forwarding headers count. */
  readonly isTrusted?: (address: string) => boolean;
  /**
   * Whether an address has no rate limit. By default loopback addresses have none: a proxy there may stand
   * for all viewers.
   */
  readonly isUncounted?: (address: string) => boolean;
  readonly onAnswered?: (line: RequestLine) => void;
  /** Certificate and key for https. Without them the host speaks http. */
  readonly tls?: Identity | undefined;
  /** Values in place of the default limits (docs/understand/host-api.md). */
  readonly limits?: Partial<ClientLimits>;
}

const isLoopback = addressCheck(['127.0.0.0/8', '::1']);

/** A certificate chain and its private key, as PEM texts. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

export interface Listening {
  /** Address of the server, such as `http://127.0.0.1:4600`, without a trailing slash. */
  readonly origin: string;
  /** Sets the maximum milliseconds that clients wait for the start of a response. */
  setWait(milliseconds: number): void;
  /** Sets the certificate for new connections. No effect without TLS. */
  setIdentity(identity: Identity): void;
  /**
   * Stops accepting requests, completes the responses under way, and closes the remaining connections after
   * `milliseconds`.
   */
  close(milliseconds: number): Promise<void>;
}

const serverLimits = {
  requestTimeout: 15_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16 * 1024,
  // `hostLines` checks it.
  requireHostHeader: false,
} as const;

export interface ClientLimits extends ConnectionLimits, RequestRateLimits {
  /** Maximum milliseconds for the arrival of a request's head. */
  readonly headMilliseconds: number;
  /** Milliseconds between two checks of the connections. */
  readonly lookMilliseconds: number;
}

/** Maximum milliseconds for the host's own work on a response, besides the upstream's time. */
const ownWork = 10_000;

/** Returns the maximum milliseconds that a client waits for the start of a response. */
export function waitFor({ totalMilliseconds }: RequestLimits): number {
  return totalMilliseconds + ownWork;
}

const defaultClientLimits: ClientLimits = {
  headMilliseconds: 10_000,
  lookMilliseconds: 1_000,
  ofAnAddress: 1_000,
  inAll: 2_000,
  requestsPerSecond: 500,
  requestsAtOnce: 10_000,
  requestsInAll: 5_000,
  waitMilliseconds: waitFor(defaultLimits),
  answerMilliseconds: 60_000,
  bytesPerSecond: 8 * 1024,
};

type OwnServer = Server<typeof IncomingMessage, typeof SecuredResponse>;

/** Counts the `Host` lines of a request. Servers may choose different ones (RFC 9112 section 3.2). */
function hostLines({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts;
}

/**
 * Returns whether the target of a request is a plain path. A URL parser would silently rewrite dot segments,
 * backslashes or a foreign authority.
 */
function isPlainTarget(target: string | undefined): boolean {
  if (target === undefined || !target.startsWith('/') || target.startsWith('//')) return false;
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
  if (path.includes('\\')) return false;
  const mayHaveDots = path.includes('/.') || path.includes('/%');
  return !mayHaveDots || !/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path);
}

/** Returns whether the last request was complete and has its response, and the connection stays open. */
function isAnswered(last: SecuredResponse | null): boolean {
  return !last || (last.writableFinished && last.req.complete && last.shouldKeepAlive && !last.isFarewell);
}

/**
 * Returns a listener that sends a refusal as the last response of its connection. It does so also if the
 * server library cannot build a `Request`: the library's own response would leave the connection open.
 * @param malformed - the refusal in that case, and by default in every case.
 */
function refusing(
  malformed: () => Response,
  refusal: (request: Request) => Response = malformed,
): ReturnType<typeof getRequestListener> {
  return getRequestListener(refusal, { hostname: 'localhost', errorHandler: malformed });
}

/**
 * Starts the server. Resolves when the host accepts requests.
 * @throws SettingsError in one sentence if the address cannot be used.
 */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { fetch, port, host, isOwnName, isTrusted = () => false, onAnswered, tls, limits } = options;
  const { isUncounted = isLoopback } = options;
  const clientLimits: { -readonly [L in keyof ClientLimits]: ClientLimits[L] } = {
    ...defaultClientLimits,
    ...limits,
  };
  const connections = new Connections(clientLimits, isTrusted);
  const rate = new RequestRate(clientLimits, (address) => isTrusted(address) || isUncounted(address));
  const answerWithNote = (request: Request, { outgoing }: { readonly outgoing: object }) => {
    if (!(outgoing instanceof SecuredResponse)) throw new TypeError('The server made another response.');
    const withNote = (response: Response) => {
      outgoing.note = noteOf(response);
      return response;
    };
    const response = fetch(request, outgoing.forwarded);
    return response instanceof Response ? withNote(response) : response.then(withNote);
  };
  const answer = getRequestListener(answerWithNote, {
    errorHandler: () => badRequest('The request has no usable address.'),
  });
  const refuseHosts = refusing(() => badRequest('The request names no host, or more than one.'));
  const refuseExpectation = refusing(() =>
    problem({
      status: 417,
      title: 'Expectation failed',
      detail: 'Edgewatch supports only Expect: 100-continue.',
      headers: { connection: 'close' },
    }),
  );
  const refuseTarget = refusing(() => badRequest('The address of the request is not plain.'));
  const refuseName = refusing(() => badRequest('The Host line of the request is malformed.'), misdirected);
  const refuseRate = (seconds: number) => refusing(() => tooManyRequests(seconds));
  const serverOptions = {
    ...serverLimits,
    headersTimeout: clientLimits.headMilliseconds,
    connectionsCheckingInterval: clientLimits.lookMilliseconds,
    ServerResponse: SecuredResponse,
  };
  const handle = (incoming: IncomingMessage, outgoing: SecuredResponse) => {
    if (!connections.begin(incoming.socket, outgoing)) return;
    outgoing.forwarded = forwardedOf(incoming, isTrusted);
    if (onAnswered) followRequest(incoming, outgoing, onAnswered);
    const seconds = rate.wait(outgoing.forwarded.address);
    if (seconds > 0) void refuseRate(seconds)(incoming, outgoing);
    else if (hostLines(incoming) !== 1 || !incoming.headers.host) void refuseHosts(incoming, outgoing);
    else if (!isPlainTarget(incoming.url)) void refuseTarget(incoming, outgoing);
    else if (!isOwnName(incoming.headers.host ?? '')) void refuseName(incoming, outgoing);
    else void answer(incoming, outgoing);
  };
  const secure =
    tls &&
    createSecureServer({ ...serverOptions, ...tls, handshakeTimeout: clientLimits.headMilliseconds }, handle);
  const server: OwnServer = secure ?? createServer(serverOptions, handle);
  // With TLS, requests arrive on the socket on top of the TCP one.
  secure?.on('secureConnection', (socket) => connections.passOn(socket));
  server.on('connection', (socket) => {
    if (connections.admit(socket)) return;
    closeWith(socket, rawResponse('503 Service Unavailable', { 'retry-after': '1' }));
    logRefusal(503, socket);
  });
  const logRefusal = (status: number, { remoteAddress = '' }: Socket) =>
    onAnswered?.({ method: '', path: '', status, milliseconds: 0, bytes: 0, address: remoteAddress });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const status = refuse(error, socket, isAnswered(connections.lastOf(socket)));
    if (status > 0) logRefusal(status, socket);
  });
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: SecuredResponse) => {
    if (connections.begin(incoming.socket, outgoing)) void refuseExpectation(incoming, outgoing);
  });
  server.on('connect', (_request, socket) => {
    closeWith(socket, rawResponse('405 Method Not Allowed', { allow: 'GET, HEAD' }));
  });
  const checks = setInterval(() => connections.cutSlow(), clientLimits.lookMilliseconds).unref();
  server.on('close', () => clearInterval(checks));
  await started(server, port, host);
  return {
    origin: originOf(server, host, tls ? 'https' : 'http'),
    setIdentity: (identity) => secure?.setSecureContext(identity),
    setWait: (milliseconds) => {
      clientLimits.waitMilliseconds = milliseconds;
    },
    close: (milliseconds) => close(server, milliseconds),
  };
}

function started(server: OwnServer, port: number, host: string): Promise<void> {
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
    return new SettingsError(`${host} is not an address of this machine; choose another with --host.`);
  return error;
}

function originOf(server: OwnServer, host: string, scheme: string): string {
  // A server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo;
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function close(server: OwnServer, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    // A connection turns idle after its last response. Nothing else closes it before its keep-alive ends.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const cut = setTimeout(() => server.closeAllConnections(), milliseconds);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
  });
}
