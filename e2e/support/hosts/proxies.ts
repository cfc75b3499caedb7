/**
 * The proxies of docs/operate/proxies.md. Each runs with the exact lines of the page: real programs, and a
 * test server that follows the lines for Traefik.
 */

import { type IncomingMessage, request } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { join } from 'node:path';
import type { Identity } from './certificates.ts';
import { blocksOf, type Front, inPlaceOf, passOn, startNginx, startServer } from './fronts.ts';
import { place, startProgram } from './installed-programs.ts';

const page = 'operate/proxies.md';

/** Host name in the examples. */
export const exampleName = 'dash.example.com';

/** What the proxy does with the path below which the host is served. */
export type PathWay = 'keeps' | 'removes';

export interface ProxyProgram {
  readonly name: string;
  /** Language of its blocks in the docs: an example that keeps the path, one that removes it, lines for TLS. */
  readonly language: string;
  /** Program that must be installed. `null`: a test server takes its place. */
  readonly command: string | null;
  /** Part of both examples that the lines for TLS replace. */
  readonly listener: string;
  /** Which example is tested with TLS. The other one is tested without. */
  readonly secure: PathWay;
  /** Whether the example that removes the path sends the name in `X-Forwarded-Host` instead of `Host`. */
  readonly replacesHost: boolean;
  /** @param identity - `null` without TLS. */
  readonly start: (example: string, identity: Identity | null) => Promise<Front>;
}

interface Certificate {
  readonly identity: Identity;
  /** Paths of the PEM files, by their paths in the docs. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Starts a proxy with an example of the docs.
 *
 * @param host - origin of the host behind it.
 * @param certificate - `null` without TLS.
 */
export function startExample(
  { language, listener, start }: ProxyProgram,
  way: PathWay,
  host: string,
  certificate: Certificate | null,
): Promise<Front> {
  const [keeping = '', removing = '', secure = ''] = blocksOf(page, language);
  const plain = inPlaceOf(way === 'keeps' ? keeping : removing, { '127.0.0.1:4600': new URL(host).host });
  if (certificate === null) return start(plain, null);
  const named = Object.entries(certificate.files).filter(([path]) => secure.includes(path));
  const lines = inPlaceOf(secure.trimEnd(), Object.fromEntries(named));
  return start(inPlaceOf(plain, { [listener]: lines }), certificate.identity);
}

const caddySettings = `{
	admin off
	auto_https disable_redirects
	servers {
		protocols h1 h2
	}
}
`;

const httpdModules = ['mpm_event', 'authz_core', 'alias', 'headers', 'proxy', 'proxy_http', 'ssl'] as const;

/** Starts a server that follows a configuration of Traefik, and sends the headers that Traefik sends. */
function startLikeTraefik(example: string, identity: Identity | null): Promise<Front> {
  const isSecure = example.includes('entryPoints: [websecure]') && example.includes('tls: {}');
  if (isSecure !== (identity !== null)) throw new Error('The example has another entry point.');
  const valueOf = (pattern: RegExp) => pattern.exec(example)?.[1] ?? '';
  const served = valueOf(/rule: PathPrefix\(`([^`]+)`\)/);
  const removed = valueOf(/prefixes: \[([^\]]+)\]/);
  const target = valueOf(/url: (\S+)/);
  return startServer((incoming, outgoing) => {
    const { url = '', headers, socket } = incoming;
    if (served === '' || !url.startsWith(served)) return outgoing.writeHead(404).end();
    for (const name of Object.keys(headers)) if (name.startsWith('x-forwarded-')) delete headers[name];
    headers['x-forwarded-for'] = socket.remoteAddress;
    headers['x-forwarded-host'] = headers.host;
    headers['x-forwarded-proto'] = isSecure ? 'https' : 'http';
    if (removed !== '') {
      incoming.url = url.slice(removed.length);
      headers['x-forwarded-prefix'] = removed;
    }
    return passOn(target, incoming, outgoing, headers.host);
  }, identity);
}

export const proxies: readonly ProxyProgram[] = [
  {
    name: 'nginx',
    language: 'nginx',
    command: 'nginx',
    listener: '    listen 8080;',
    secure: 'keeps',
    replacesHost: true,
    start: (example, identity) => startNginx(example, identity ? 'listen 443' : 'listen 8080'),
  },
  {
    name: 'Caddy',
    language: 'caddyfile',
    command: 'caddy',
    listener: ':8080 {',
    secure: 'removes',
    replacesHost: false,
    async start(example, identity) {
      const { port, folder } = await place('caddy');
      const site = identity ? `https://${exampleName}` : '';
      const listening = `${site}:${port} {\n\tbind 127.0.0.1`;
      const sites = inPlaceOf(example, { [identity ? `${site} {` : ':8080 {']: listening });
      const { url, stop } = await startProgram(port, folder, {
        command: 'caddy',
        args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
        files: { Caddyfile: caddySettings + sites },
        variables: { XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
      });
      return { origin: url, close: stop };
    },
  },
  {
    name: 'HAProxy',
    language: 'haproxy',
    command: 'haproxy',
    listener: '  bind :8080',
    secure: 'removes',
    replacesHost: false,
    async start(example, identity) {
      const { port, folder } = await place('haproxy');
      const text = inPlaceOf(example, { [identity ? 'bind :443' : 'bind :8080']: `bind 127.0.0.1:${port}` });
      const { url, stop } = await startProgram(port, folder, {
        command: 'haproxy',
        args: ['-db', '-f', join(folder, 'haproxy.cfg')],
        files: { 'haproxy.cfg': `global\n  maxconn 200\n${text}` },
      });
      return { origin: url, close: stop };
    },
  },
  {
    name: 'Apache httpd',
    language: 'apache',
    command: 'apache2',
    listener: 'Listen 8080\n<VirtualHost *:8080>',
    secure: 'keeps',
    replacesHost: true,
    async start(example, identity) {
      const { port, folder } = await place('httpd');
      const written = identity ? '443' : '8080';
      const text = inPlaceOf(example, {
        [`Listen ${written}`]: `Listen 127.0.0.1:${port}`,
        [`*:${written}`]: `*:${port}`,
      });
      const modules = httpdModules
        .map((module) => `LoadModule ${module}_module /usr/lib/apache2/modules/mod_${module}.so`)
        .join('\n');
      const server = `ServerRoot "${folder}"
ServerName proxy.test
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
User www-data
Group www-data`;
      const { url, stop } = await startProgram(port, folder, {
        command: 'apache2',
        args: ['-X', '-f', join(folder, 'httpd.conf')],
        files: { 'httpd.conf': `${server}\n${modules}\n${text}` },
      });
      return { origin: url, close: stop };
    },
  },
  {
    name: 'a server that follows the lines for Traefik',
    language: 'yaml',
    command: null,
    listener: '      entryPoints: [web]',
    secure: 'removes',
    replacesHost: false,
    start: startLikeTraefik,
  },
];

interface Received {
  readonly status: number;
  readonly location: string | undefined;
  readonly cookies: readonly string[];
  readonly text: string;
}

interface Sent {
  /** Address of this machine from which the request is sent. Default: 127.0.0.1. */
  readonly from?: string;
  /** Host name that the request names. Default: that of the examples. */
  readonly name?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The certificate authority to trust, PEM. */
  readonly ca?: string;
}

/** Sends a request to a proxy on this machine. The path is sent as it is; a redirect is not followed. */
export async function send(
  origin: string,
  path: string,
  { from = '127.0.0.1', name = exampleName, headers = {}, ca }: Sent = {},
): Promise<Received> {
  const { hostname, port, protocol } = new URL(origin);
  const withHost = { ...headers, host: `${name}:${port}` };
  const options = { hostname, port, path, agent: false, localAddress: from, headers: withHost };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent =
      protocol === 'https:' ? requestSecurely({ ...options, servername: name, ca }) : request(options);
    sent.once('response', resolve).once('error', reject).end();
  });
  let text = '';
  for await (const part of response) text += String(part);
  const { statusCode: status = 0, headers: received } = response;
  return { status, location: received.location, cookies: received['set-cookie'] ?? [], text };
}
