/** The host's addresses, as one Hono app that knows nothing of sockets. */

import { gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { type AppConfig, reservedSlugs, slugPattern, type WallOptions } from '../contract/host.ts';
import { StatusDelivery } from './delivery.ts';
import { type HostedDeployment, searchOf } from './deployment.ts';
import { drawFirstSight } from './first-sight.ts';
import { describeApi } from './open-api.ts';
import { methodNotAllowed, notFound, ownDocument, problem } from './problem.ts';
import { renderShell, type Shell } from './shell.ts';
import { acceptsEncoding, answerFile, type StaticFiles } from './static-files.ts';

export interface HostOptions {
  /** The first one also answers at the root. */
  readonly deployments: readonly HostedDeployment[];
  readonly pollSeconds: number;
  readonly wall?: WallOptions;
  /** `/prefix`, or empty for the root. */
  readonly basePath: string;
  readonly files: StaticFiles;
  readonly shell: Shell;
  readonly version: string;
  /** Tells the operator about an error that no request explains, in one line. */
  readonly report: (line: string) => void;
}

/** A path that no route has: what is not below the base path, or not clean. */
const nowhere = '/ ';

/**
 * The path that is routed: below the base path, without a trailing slash, never decoded. An encoded or a
 * doubled slash, a dot segment or a backslash is another address than the one it resembles.
 */
export function routedPath(url: string, basePath: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.search(/[?#]/);
  const path = url.slice(start, end === -1 ? undefined : end);
  if (path !== basePath && !path.startsWith(`${basePath}/`)) return nowhere;
  const below = path.slice(basePath.length).replace(/(?<=[^/])\/$/, '');
  return below === '' ? '/' : below;
}

// What a browser's address bar may hold: no empty or hidden segment, no backslash, no control character.
const unclean = /\/\/|\/(?:\.|%2e)|\\|%5c|%00|%0[1-9a-f]|%1[0-9a-f]|[^\x21-\x7e]/i;

/** The deployment segment of a page address, '' for pages over all; `null` where it is no page address. */
export function pageDeployment(path: string): string | null {
  if (path === '/' || path === '/wall') return '';
  if (unclean.test(path)) return null;
  const [, first = ''] = path.split('/');
  return slugPattern.test(first) && !reservedSlugs.has(first) ? first : null;
}

export function createHost(options: HostOptions): Hono {
  const { deployments, basePath, files, shell, report } = options;
  const bySlug = new Map(deployments.map((deployment) => [deployment.slug, deployment]));
  const delivery = new StatusDelivery();
  const config: AppConfig = {
    deployments: deployments.map(({ slug, name, shownUrl, demo, words, places }) => ({
      slug,
      name,
      baseUrl: `deployments/${slug}`,
      shownUrl,
      demo,
      words,
      places,
    })),
    pollSeconds: options.pollSeconds,
    wall: options.wall ?? {},
  };
  const configText = JSON.stringify(config);
  const [first] = deployments;

  async function answerPage(slug: string, path: string, request: Request): Promise<Response> {
    const deployment = bySlug.get(slug);
    const shown = slug === '' ? deployments : deployment ? [deployment] : [];
    const delivered = await delivery.collect(shown);
    const firstSight = deployment ? drawFirstSight(deployment, path === `/${slug}`, delivered) : '';
    const html = renderShell(shell, { config, delivered, firstSight });
    const headers = { ...shell.headers, vary: 'accept-encoding' };
    if (!acceptsEncoding(request.headers.get('accept-encoding'), 'gzip'))
      return new Response(html, { headers });
    return new Response(new Uint8Array(gzipSync(html)), {
      headers: { ...headers, 'content-encoding': 'gzip' },
    });
  }

  const host = new Hono({ getPath: (request) => routedPath(request.url, basePath) });

  host.all('/api/*', (context) => first?.answer(context.req.raw, context.req.path) ?? notFound());
  host.all('/deployments/:slug/*', (context) => {
    const { path } = context.req;
    const end = path.indexOf('/', '/deployments/'.length);
    const deployment = bySlug.get(path.slice('/deployments/'.length, end));
    if (!deployment) return notFound('There is no such deployment.');
    return deployment.answer(context.req.raw, path.slice(end));
  });
  host.get('/config.json', () => ownDocument(configText));
  host.get('/openapi.json', () => ownDocument(describeApi(deployments, options.version)));
  host.get('/healthz', () => ownDocument('{"status":"ok"}'));
  host.get('/readyz', () => ownDocument('{"status":"ready"}'));
  host.get('*', (context) => {
    const { path, raw } = context.req;
    const deployment = pageDeployment(path);
    if (deployment !== null) return answerPage(deployment, path, raw);
    return answerFile(files, path.slice(1), searchOf(raw.url), raw.headers);
  });

  host.notFound((context) => {
    const isReading = context.req.method === 'GET' || context.req.method === 'HEAD';
    return isReading ? notFound() : methodNotAllowed();
  });
  host.onError((error) => {
    const id = crypto.randomUUID();
    report(`error ${id}: ${error.stack ?? error.message}`);
    return problem({
      status: 500,
      title: 'Internal error',
      detail: `Something broke; the log has it as ${id}.`,
    });
  });
  return host;
}
