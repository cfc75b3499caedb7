/** Opens connections to one deployment: limits their number, and uses its certificates and proxy. */

import type { LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool, ProxyAgent } from 'undici';
import type { RequestLimits } from '#contract/host.ts';
import { type HostCheck, RefusedAddress } from './addresses.ts';
import { checkCertificate, checkKey, isPair } from './pem.ts';
import { checkProxy, proxiesIn } from './proxies.ts';
import { refreshAll, type Secret } from './secrets.ts';

export interface TlsSettings {
  readonly ca?: Secret;
  readonly cert?: Secret;
  readonly key?: Secret;
  readonly serverName?: string;
}

/** Proxy of a deployment. `false`: none; `null`: the one in the environment variables, if any. */
export type ProxyChoice = Secret | false | null;

/** Trusted authorities, and the client certificate with its key, as PEM texts. */
interface TlsOptions {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly servername?: string;
}

interface Connecting {
  readonly limits: RequestLimits;
  readonly most: number;
  readonly mayConnect: HostCheck;
  readonly lookup: LookupFunction;
  readonly onRefused: (refusal: RefusedAddress) => void;
  readonly tls: TlsSettings;
  readonly proxy: ProxyChoice;
}

/** The error of a proxy that cannot be reached, or that refuses the request. */
export class ProxyFault extends Error {
  override readonly name = 'ProxyFault';
}

function tlsOptionsOf({ ca, cert, key, serverName }: TlsSettings): TlsOptions {
  return {
    ...(ca && { ca: ca.reveal() }),
    ...(cert && { cert: cert.reveal() }),
    ...(key && { key: key.reveal() }),
    ...(serverName !== undefined && { servername: serverName }),
  };
}

function withCertificate(cause: Error, seen: object | null): Error {
  if (seen && !('cert' in cause)) Object.defineProperty(cause, 'cert', { value: seen });
  return cause;
}

function checkedConnector(connecting: Connecting, tls: TlsOptions): buildConnector.connector {
  const { limits, mayConnect, lookup, onRefused } = connecting;
  const connect = buildConnector({ timeout: limits.headersMilliseconds, lookup, ...tls });
  return (options, callback) => {
    const { hostname } = options;
    let seen: object | null = null;
    const finish: typeof callback = (...[cause, socket]) => {
      if (cause instanceof RefusedAddress) onRefused(cause);
      if (cause) callback(withCertificate(cause, seen), null);
      else callback(null, socket);
    };
    // An address literal is never resolved, so the lookup does not check it.
    if (!mayConnect(hostname)) {
      finish(new RefusedAddress(hostname, hostname), null);
      return;
    }
    // undici returns the socket, against its type.
    const socket: unknown = connect(options, finish);
    // Read before verification: after a failed handshake the socket has no certificate.
    if (socket instanceof TLSSocket)
      socket.prependListener('secure', () => {
        seen = socket.getPeerCertificate(true);
      });
  };
}

/** Wraps a connector so that its errors count as failures of the proxy, not of the service. */
function throughProxy(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...[cause, socket]) => {
      if (cause) callback(new ProxyFault('the proxy cannot be reached', { cause }), null);
      else callback(null, socket);
    });
}

const ofCertificate = /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

function isOfUnseenCertificate(cause: Error): boolean {
  return !('cert' in cause) && 'code' in cause && ofCertificate.test(String(cause.code));
}

/**
 * Reads the certificate at the end of a tunnel, for an error that does not carry it. Opens one more TLS
 * connection, over which no request is sent.
 */
async function certificateBehind(
  origin: string | URL,
  options: ProxyAgent.Options & { readonly uri: string },
): Promise<object | null> {
  let seen: object | null = null;
  const open = (to: string | URL, given: Pool.Options) => {
    const { connect } = given;
    if (typeof connect !== 'function') throw new TypeError('a tunnel connects by a function');
    const inspect: buildConnector.connector = (target, callback) =>
      connect(target, (...[cause, socket]) => {
        if (socket instanceof TLSSocket) seen = socket.getPeerCertificate(true);
        socket?.destroy();
        callback(cause ?? new Error('it was looked at'), null);
      });
    return new Pool(to, { ...given, connect: inspect });
  };
  const inspecting = new ProxyAgent({ ...options, factory: open });
  await inspecting.request({ origin, path: '/', method: 'HEAD' }).catch(() => undefined);
  await inspecting.destroy();
  return seen;
}

function throughTunnel(
  connect: buildConnector.connector,
  inspect: () => Promise<object | null>,
): buildConnector.connector {
  return (options, callback) =>
    connect(options, async (...[cause, socket]) => {
      if (!cause) callback(null, socket);
      else if (isOfUnseenCertificate(cause)) callback(withCertificate(cause, await inspect()), null);
      else callback(cause, null);
    });
}

export function openConnections(connecting: Connecting): Dispatcher {
  const { limits, most, proxy } = connecting;
  const tls = tlsOptionsOf(connecting.tls);
  const common = {
    connections: most,
    pipelining: 1,
    headersTimeout: limits.headersMilliseconds,
    bodyTimeout: limits.totalMilliseconds,
    maxHeaderSize: 16 * 1024,
  };
  const connect = checkedConnector(connecting, tls);
  const environment = proxy === null ? proxiesIn(process.env) : { http: null, https: null };
  if (proxy === false || (proxy === null && environment.http === null && environment.https === null))
    return new Agent({ ...common, connect });
  const proxies = new Set(
    [proxy?.reveal(), environment.http, environment.https].flatMap((uri) => (uri ? new URL(uri).href : [])),
  );
  const tunnel = proxy?.reveal() ?? environment.https ?? environment.http;
  const { timeout, servername } = { timeout: limits.headersMilliseconds, servername: tls.servername };
  const inspect = (origin: string | URL) =>
    certificateBehind(origin, {
      uri: tunnel ?? '',
      // Accepts any certificate, because it is only read: nothing is sent, and no client certificate is shown.
      requestTls: { timeout, rejectUnauthorized: false, ...(servername !== undefined && { servername }) },
      proxyTls: { timeout },
    });
  const connectorFor = (origin: string | URL, connector: Pool.Options['connect']) => {
    if (typeof connector !== 'function' || connector === connect) return {};
    if (proxies.has(String(origin))) return { connect: throughProxy(connector) };
    return { connect: throughTunnel(connector, () => inspect(origin)) };
  };
  const open = (origin: string | URL, options: Pool.Options) =>
    new Pool(origin, { ...common, ...options, ...connectorFor(origin, options.connect) });
  const options = {
    ...common,
    connect,
    factory: open,
    clientFactory: (origin: URL, given: object) => open(origin, given),
    requestTls: { timeout: limits.headersMilliseconds, ...tls },
    proxyTls: { timeout: limits.headersMilliseconds },
    // Plain HTTP goes to the proxy without a tunnel: many proxies allow none to port 80.
    proxyTunnel: false,
  };
  if (proxy) return new ProxyAgent({ ...options, uri: proxy.reveal() });
  return new EnvHttpProxyAgent({
    ...options,
    ...(environment.http !== null && { httpProxy: environment.http }),
    ...(environment.https !== null && { httpsProxy: environment.https }),
  });
}

export interface NetworkOptions extends Omit<Connecting, 'most'> {
  /** Maximum number of simultaneous connections. Lists and status never wait for each other. */
  readonly most: { readonly lists: number; readonly status: number };
  readonly report: (line: string) => void;
}

interface Connections {
  readonly lists: Dispatcher;
  readonly status: Dispatcher;
}

/** Connections to one deployment, reopened if a file with a certificate, key or proxy address changes. */
export class Network {
  readonly #options: NetworkOptions;
  #ways: Connections;
  #isOutdated = false;

  constructor(options: NetworkOptions) {
    this.#options = options;
    this.#ways = this.#open();
  }

  get lists(): Dispatcher {
    return this.#ways.lists;
  }

  get status(): Dispatcher {
    return this.#ways.status;
  }

  /**
   * Reads certificates, keys and the proxy's address again, and reopens the connections if one changed.
   * Requests in flight keep their connections.
   */
  renew(): void {
    const { tls, proxy, report } = this.#options;
    const files = [
      { what: 'tls.ca', secret: tls.ca, check: checkCertificate },
      { what: 'tls.cert', secret: tls.cert, check: checkCertificate },
      { what: 'tls.key', secret: tls.key, check: checkKey },
      { what: 'proxy', secret: proxy || undefined, check: checkProxy },
    ].flatMap(({ secret, ...file }) => (secret ? { ...file, secret } : []));
    this.#isOutdated = refreshAll(files, report) || this.#isOutdated;
    // Of a certificate and its key, one file may be replaced before the other.
    const isMatchingPair = !tls.cert || !tls.key || isPair(tls.cert.reveal(), tls.key.reveal());
    if (!this.#isOutdated || !isMatchingPair) return;
    this.#isOutdated = false;
    const { lists, status } = this.#ways;
    this.#ways = this.#open();
    void Promise.all([lists.close(), status.close()]).catch(() => undefined);
  }

  async close(): Promise<void> {
    await Promise.all([this.#ways.lists.destroy(), this.#ways.status.destroy()]);
  }

  #open(): Connections {
    const { most, ...connecting } = this.#options;
    return {
      lists: openConnections({ ...connecting, most: most.lists }),
      status: openConnections({ ...connecting, most: most.status }),
    };
  }
}
