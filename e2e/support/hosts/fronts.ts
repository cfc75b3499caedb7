/**
 * Reverse proxies in front of the host: nginx with the exact lines of the docs, and test servers that behave
 * alike.
 */

import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import {
  request as ask,
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream';

import type { Identity } from './certificates.ts';
import { isInstalled, place, startProgram } from './installed-programs.ts';

export interface Front {
  /** Origin of the proxy, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  close(): Promise<void>;
}

export function blocksOf(page: string, language: string): readonly string[] {
  const text = readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8');
  const [, ...found] = text.split(`\`\`\`${language}\n`);
  return found.map((rest) => rest.slice(0, rest.indexOf('```')));
}

export function blockOf(page: string, language: string): string {
  const [block] = blocksOf(page, language);
  if (block === undefined) throw new Error(`docs/${page} has no block of ${language}.`);
  return block;
}

/**
 * Replaces parts of an example.
 *
 * @throws Error if the example does not contain one of them.
 */
export function inPlaceOf(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((changed, [example, actual]) => {
    if (!changed.includes(example)) throw new Error(`The docs do not say ${example}.`);
    return changed.replaceAll(example, actual);
  }, text);
}

export const isNginxThere = isInstalled('nginx');
export const whyNoNginx = 'skipped: nginx is not installed';

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address.port;
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

const types = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
} as const;

function typeOf(path: string): string {
  return Object.entries(types).find(([extension]) => extension === extname(path))?.[1] ?? 'text/plain';
}

/**
 * Starts nginx with an example of the docs: one or more `server` blocks.
 *
 * @param listener - beginning of the line that opens its port; a free port replaces the number.
 */
export async function startNginx(example: string, listener = 'listen 8080'): Promise<Front> {
  const { port, folder } = await place('nginx');
  const servers = inPlaceOf(example, { [listener]: `listen 127.0.0.1:${port}` });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  const typeLines = Object.entries(types).map(([extension, type]) => `${type} ${extension.slice(1)};`);
  const text = `daemon off; master_process off; pid ${folder}/pid; error_log stderr notice; events {}
http { access_log off; ${temporary} types { ${typeLines.join(' ')} } ${servers} }`;
  const { url, stop } = await startProgram(port, folder, {
    command: 'nginx',
    args: ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')],
    files: { 'nginx.conf': text },
  });
  return { origin: url, close: stop };
}

async function started(server: Server, scheme: 'http' | 'https'): Promise<Front> {
  const port = await portOf(server);
  return { origin: `${scheme}://127.0.0.1:${port}`, close: () => stop(server) };
}

/** Starts a server, with TLS if it has an identity. */
export function startServer(answer: RequestListener, identity: Identity | null = null): Promise<Front> {
  return identity === null
    ? started(createServer(answer), 'http')
    : started(createSecureServer(identity, answer), 'https');
}

/**
 * Forwards a request.
 *
 * @param host - `Host` of the forwarded request. Default: that of the target.
 */
export function passOn(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  host = new URL(target).host,
): void {
  const { hostname, port } = new URL(target);
  const { pathname, search } = new URL(target + (incoming.url ?? '/'));
  const { method, headers } = incoming;
  const outgoingRequest = ask(
    { hostname, port, method, path: pathname + search, headers: { ...headers, host } },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, outgoing, () => undefined);
    },
  );
  outgoingRequest.on('error', () => outgoing.destroy());
  pipeline(incoming, outgoingRequest, () => undefined);
}

/**
 * Starts a proxy that forwards paths unchanged. With a prefix, it strips the prefix and reports it in
 * `X-Forwarded-Prefix`.
 */
export function startProxy(target: string, prefix = ''): Promise<Front> {
  return startServer((incoming, outgoing) => {
    if (prefix !== '') {
      incoming.url = incoming.url?.replace(prefix, '') || '/';
      incoming.headers['x-forwarded-prefix'] = prefix;
    }
    passOn(target, incoming, outgoing);
  });
}

export type LogInAnswer = 'redirect' | 401 | 403 | 'web-page';

/** Starts a proxy with authentication. It forwards requests until the test ends the log-in. */
export async function startGuard(
  target: string,
): Promise<Front & { readonly end: (by: LogInAnswer | null) => void; readonly pagesWhileEnded: () => number }> {
  let ended: LogInAnswer | null = null;
  let pages = 0;
  const front = await startServer((incoming, outgoing) => {
    const isPage = incoming.headers['sec-fetch-dest'] === 'document' || /\/assets\//.test(incoming.url ?? '');
    if (ended === null || isPage) {
      if (ended !== null && incoming.headers['sec-fetch-dest'] === 'document') pages += 1;
      return passOn(target, incoming, outgoing);
    }
    const status = ended === 'redirect' ? 302 : ended === 'web-page' ? 200 : ended;
    outgoing.writeHead(status, {
      'content-type': 'text/html',
      ...(status === 302 && { location: '/sign-in' }),
    });
    outgoing.end('<!doctype html><title>Sign in</title>');
  });
  return {
    ...front,
    end: (by) => {
      ended = by;
    },
    pagesWhileEnded: () => pages,
  };
}

export function startSecure(target: string, identity: Identity): Promise<Front> {
  return startServer((incoming, outgoing) => passOn(target, incoming, outgoing), identity);
}

/**
 * Starts a file server that follows the nginx block of docs/operate/plain-files.md: the same content security
 * policy and replacements.
 *
 * @param folder - contains `app` and `config.json`.
 */
export function startFiles(block: string, folder: string, upstream: string): Promise<Front> {
  const policy = /Content-Security-Policy "([^"]+)"/.exec(block)?.[1] ?? '';
  const filters = [...block.matchAll(/sub_filter '([^']+)' '([^']+)';/g)];
  const base = '/ops/ew/';
  const api = `${base}deployments/edge`;
  return startServer((incoming, outgoing) => {
    const path = new URL(`http://files${incoming.url}`).pathname;
    if (path.startsWith(`${api}/`)) {
      incoming.url = incoming.url?.slice(api.length);
      return passOn(upstream, incoming, outgoing);
    }
    const below = path.startsWith(base) ? path.slice(base.length) : path === '/ops/ew' ? '' : null;
    const file = below === 'config.json' ? 'config.json' : `app/${below}`;
    const isFile = below !== null && existsSync(join(folder, file)) && statSync(join(folder, file)).isFile();
    outgoing.setHeader('content-security-policy', policy);
    if (below === null || (!isFile && below.startsWith('assets/'))) return outgoing.writeHead(404).end();
    const sent = isFile ? file : 'app/index.html';
    outgoing.setHeader('content-type', typeOf(sent));
    const content = readFileSync(join(folder, sent));
    if (sent !== 'app/index.html') return outgoing.end(content);
    return outgoing.end(
      filters.reduce((text, [, from = '', to = '']) => text.replaceAll(from, to), String(content)),
    );
  });
}
