/** The ways to one deployment: how many connections, by which certificates, and through which proxy. */

import type { LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool, ProxyAgent } from 'undici';
import type { RequestLimits } from '#contract/host.ts';
import { checkCertificate, checkKey, isPair } from '../configuration/pem.ts';
import { checkProxy, proxiesIn } from '../configuration/proxies.ts';
import { refreshAll } from '../configuration/secrets.ts';
import type { ProxiedSettings } from '../configuration/settings.ts';
import { type HostCheck, RefusedAddress } from './addresses.ts';

/** Those by which a service is known, and by which it knows us; in PEM form. */
interface TlsOptions {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly servername?: string;
}

interface Connecting {
  readonly limits: RequestLimits;
  /** At the same time; whoever finds none free waits for one. */
  readonly most: number;
  readonly mayConnect: HostCheck;
  readonly lookup: LookupFunction;
  readonly onRefused: (refusal: RefusedAddress) => void;
  readonly tls: ProxiedSettings['tls'];
  readonly proxy: ProxiedSettings['proxy'];
}

/** There is no way to the proxy itself, or it does not let us through. */
export class ProxyFault extends Error {
  override readonly name = 'ProxyFault';
}

function tlsOptionsOf({ ca, cert, key, serverName }: ProxiedSettings['tls']): TlsOptions {
  return {
    ...(ca && { ca: ca.reveal() }),
    ...(cert && { cert: cert.reveal() }),
    ...(key && { key: key.reveal() }),
    ...(serverName !== undefined && { servername: serverName }),
  };
}

/** Adds to a failure of its connection the certificate that was seen, where its own error does not have it. */
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
    const tell: typeof callback = (...[cause, socket]) => {
      if (cause instanceof RefusedAddress) onRefused(cause);
      if (cause) callback(withCertificate(cause, seen), null);
      else callback(null, socket);
    };
    // What is an address already is not looked up.
    if (!mayConnect(hostname)) {
      tell(new RefusedAddress(hostname, hostname), null);
      return;
    }
    // It returns the socket, whatever its type says.
    const socket: unknown = connect(options, tell);
    // Before it is judged, for a connection that is given up has no certificate any more.
    if (socket instanceof TLSSocket)
      socket.prependListener('secure', () => {
        seen = socket.getPeerCertificate(true);
      });
  };
}

/** Connections to a proxy, of which a failure is none of the service's. */
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
 * The certificate at the end of a tunnel, for a fault that does not have it: seen by a handshake of its own, over which
 * nothing is sent.
 */
async function certificateBehind(
  origin: string | URL,
  options: ProxyAgent.Options & { readonly uri: string },
): Promise<object | null> {
  let seen: object | null = null;
  const open = (to: string | URL, given: Pool.Options) => {
    const { connect } = given;
    if (typeof connect !== 'function') throw new TypeError('a tunnel connects by a function');
    const look: buildConnector.connector = (target, callback) =>
      connect(target, (...[cause, socket]) => {
        if (socket instanceof TLSSocket) seen = socket.getPeerCertificate(true);
        socket?.destroy();
        callback(cause ?? new Error('it was looked at'), null);
      });
    return new Pool(to, { ...given, connect: look });
  };
  const looking = new ProxyAgent({ ...options, factory: open });
  await looking.request({ origin, path: '/', method: 'HEAD' }).catch(() => undefined);
  await looking.destroy();
  return seen;
}

/** Connections by a tunnel, whose faults tell which certificate they are about. */
function throughTunnel(
  connect: buildConnector.connector,
  look: () => Promise<object | null>,
): buildConnector.connector {
  return (options, callback) =>
    connect(options, async (...[cause, socket]) => {
      if (!cause) callback(null, socket);
      else if (isOfUnseenCertificate(cause)) callback(withCertificate(cause, await look()), null);
      else callback(cause, null);
    });
}

/** Connections to one deployment; a slow one takes none of another's. */
export function openConnections(connecting: Connecting): Dispatcher {
  const { limits, most, proxy } = connecting;
  const tls = tlsOptionsOf(connecting.tls);
  const held = {
    connections: most,
    pipelining: 1,
    headersTimeout: limits.headersMilliseconds,
    bodyTimeout: limits.totalMilliseconds,
    maxHeaderSize: 16 * 1024,
  };
  const connect = checkedConnector(connecting, tls);
  const named = proxy === null ? proxiesIn(process.env) : { http: null, https: null };
  if (proxy === false || (proxy === null && named.http === null && named.https === null))
    return new Agent({ ...held, connect });
  const proxies = new Set(
    [proxy?.reveal(), named.http, named.https].flatMap((uri) => (uri ? new URL(uri).href : [])),
  );
  const tunnel = proxy?.reveal() ?? named.https ?? named.http;
  const { timeout, servername } = { timeout: limits.headersMilliseconds, servername: tls.servername };
  const look = (origin: string | URL) =>
    certificateBehind(origin, {
      uri: tunnel ?? '',
      // Whoever it is: nothing is sent to it, nor is it told who looks.
      requestTls: { timeout, rejectUnauthorized: false, ...(servername !== undefined && { servername }) },
      proxyTls: { timeout },
    });
  const wayTo = (origin: string | URL, way: Pool.Options['connect']) => {
    if (typeof way !== 'function' || way === connect) return {};
    if (proxies.has(String(origin))) return { connect: throughProxy(way) };
    return { connect: throughTunnel(way, () => look(origin)) };
  };
  const open = (origin: string | URL, options: Pool.Options) =>
    new Pool(origin, { ...held, ...options, ...wayTo(origin, options.connect) });
  const options = {
    ...held,
    connect,
    factory: open,
    clientFactory: (origin: URL, given: object) => open(origin, given),
    requestTls: { timeout: limits.headersMilliseconds, ...tls },
    proxyTls: { timeout: limits.headersMilliseconds },
    // What is not encrypted goes to the proxy as it is: many let no tunnel through to such a port.
    proxyTunnel: false,
  };
  if (proxy) return new ProxyAgent({ ...options, uri: proxy.reveal() });
  return new EnvHttpProxyAgent({
    ...options,
    ...(named.http !== null && { httpProxy: named.http }),
    ...(named.https !== null && { httpsProxy: named.https }),
  });
}

export interface NetworkOptions extends Omit<Connecting, 'most'> {
  /** At the same time, for lists and for status: neither waits for the other. */
  readonly most: { readonly lists: number; readonly status: number };
  /** Tells the operator, in one line. */
  readonly report: (line: string) => void;
}

interface Ways {
  readonly lists: Dispatcher;
  readonly status: Dispatcher;
}

/** The ways to one deployment, opened anew where the files have changed that they rest on. */
export class Network {
  readonly #options: NetworkOptions;
  #ways: Ways;
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

  /** Reads certificates, keys and the address of the proxy anew; what is under way goes on as it began. */
  renew(): void {
    const { tls, proxy, report } = this.#options;
    const files = [
      { what: 'tls.ca', secret: tls.ca, check: checkCertificate },
      { what: 'tls.cert', secret: tls.cert, check: checkCertificate },
      { what: 'tls.key', secret: tls.key, check: checkKey },
      { what: 'proxy', secret: proxy || undefined, check: checkProxy },
    ].flatMap(({ secret, ...file }) => (secret ? { ...file, secret } : []));
    this.#isOutdated = refreshAll(files, report) || this.#isOutdated;
    // Of a pair one file may come before the other.
    const isWhole = !tls.cert || !tls.key || isPair(tls.cert.reveal(), tls.key.reveal());
    if (!this.#isOutdated || !isWhole) return;
    this.#isOutdated = false;
    const { lists, status } = this.#ways;
    this.#ways = this.#open();
    void Promise.all([lists.close(), status.close()]).catch(() => undefined);
  }

  async close(): Promise<void> {
    await Promise.all([this.#ways.lists.destroy(), this.#ways.status.destroy()]);
  }

  #open(): Ways {
    const { most, ...connecting } = this.#options;
    return {
      lists: openConnections({ ...connecting, most: most.lists }),
      status: openConnections({ ...connecting, most: most.status }),
    };
  }
}
