/** Defines the HTTP routes of the host, as one Hono app without sockets (http/listen.ts opens them). */

import { type Context, Hono } from 'hono';
import { parse } from 'hono/utils/cookie';
import { findEndpoint } from '#contract/endpoints.ts';
import {
  type AppConfig,
  type Deployment,
  defaultLimits,
  type Muted,
  orderCookie,
  type RequestLimits,
  type SessionKind,
  type WallOptions,
} from '#contract/host.ts';
import { reservedSlugs, slugPattern } from '#contract/names/slugs.ts';
import type { DeliveredTally } from '#domain/first-screen/delivered-tally.ts';
import { nothingDrawn } from '#domain/first-screen/first-screen.ts';
import { completeListsAt } from '#domain/first-screen/page-lists.ts';
import { asksForPast } from '#domain/history/past/as-of.ts';
import { describeApi } from '../api/open-api.ts';
import type { PlannedSettings } from '../configuration/settings.ts';
import type { Drawing } from '../drawing/drawer.ts';
import { FirstScreenCache } from '../drawing/first-screen-cache.ts';
import { type HostedDeployment, searchOf } from '../gateway/deployment.ts';
import type { ListNotes } from '../gateway/list-notes.ts';
import type { History } from '../history/history.ts';
import type { Forwarded } from '../http/forwarded.ts';
import { pageLimits } from '../http/page-limits.ts';
import { absentAs200, methodNotAllowed, notFound, ownDocument, problem } from '../http/problem.ts';
import { servedSecond } from '../http/secured-response.ts';
import { framedBy } from '../http/security-headers.ts';
import { acceptsEncoding, type StaticFiles, serveFile } from '../http/static-files.ts';
import { chosenTheme, wallTheme } from '../http/theme.ts';
import { answerMetrics } from '../metrics/metrics-response.ts';
import type { Secret } from '../net/secrets.ts';
import type { CurrentState } from '../observe/messages.ts';
import type { HostWebhooks } from '../webhook/host-webhooks.ts';
import { configWithMutes } from './config-with-mutes.ts';
import { StatusDelivery } from './delivery.ts';
import { createEmbedding, embeddedNames, embeddedPaths } from './embedding/embedding.ts';
import { markdownBase, respondHistory } from './history-response.ts';
import { respondNotes, type Sender, takesNotes } from './notes.ts';
import { sharedControl, shareResponse } from './shared-responses.ts';
import { headersOf, renderShell, type Shell } from './shell.ts';
import { ZippedDocuments } from './zipped-documents.ts';

export interface HostOptions {
  /** Deployments of the host. The API of the first one is also at the root. */
  readonly deployments: readonly HostedDeployment[];
  readonly lists: ListNotes;
  readonly drawing: Drawing;
  readonly metrics: (deployments: readonly HostedDeployment[]) => Promise<string>;
  /** State of webhook messages, and test messages; `null` if the viewer may not see them. */
  readonly webhook?: Pick<HostWebhooks, 'state' | 'test'> | null;
  /** Returns the quiet window of a deployment's webhook messages; `null` outside of all quiet windows. */
  readonly mutedNow?: (slug: string) => Muted | null;
  /** Bearer token for `/metrics`; `null` if none is required. */
  readonly metricsToken?: Secret | null;
  readonly history: Pick<History, 'ask' | 'post' | 'state'>;
  /** Whether the host listens on loopback only: without access control it then takes notes. */
  readonly isOnLoopback?: boolean;
  readonly recordsLists?: (slug: string) => boolean;
  /** Whether the state changes of a deployment are recorded, so that it has a feed. */
  readonly hasFeed?: (slug: string) => boolean;
  /** Returns the present verdicts of observed deployments, for badges and summaries. */
  readonly states?: (slugs: ReadonlySet<string>) => Promise<readonly CurrentState[]>;
  /** Address under which viewers reach the host, without a slash at its end; `null` if it is not configured. */
  readonly publicUrl?: string | null;
  /** Origins whose pages may show walls in a frame, and badges. */
  readonly frameAncestors?: readonly string[];
  /** Planned work of all deployments, for summaries. */
  readonly planned?: readonly PlannedSettings[];
  readonly pollSeconds: number;
  /** Limits of upstream requests. */
  readonly limits?: RequestLimits;
  readonly wall?: WallOptions;
  /** How the viewer logged in; `null` if the viewer has no access. Absent if access is not configured. */
  readonly session?: SessionKind | null;
  /** Whether shared caches may serve documents, configuration and status to all viewers (shared-responses.ts). */
  readonly sharedCache?: boolean;
  /** Path below which the host serves everything, such as `/prefix`; empty for the root. */
  readonly basePath: string;
  readonly files: StaticFiles;
  /** Returns the HTML document of all pages, for a base path as browsers see it. */
  readonly shellAt: (basePath: string) => Shell;
  readonly version: string;
  readonly configuration: () => ConfigurationState;
  readonly report: (line: string) => void;
}

/** State of the configuration file. Times are ISO 8601. */
export interface ConfigurationState {
  /** When the configuration in force was loaded. */
  readonly inForceSince: string;
  /** Why the newest configuration is not in force, and since when (`since`). Absent if it is in force. */
  readonly refused?: string;
  readonly since?: string;
}

/** What the listener knows of a request: the address that the client requested, behind any trusted proxy. */
type RequestContext = Partial<Forwarded> & Sender;

/** Path that matches no route. It stands for paths outside the base path. */
export const nowhere = '/ ';

/**
 * Returns the path of a URL for routing: below the base path, without a trailing slash, never decoded. An
 * encoded or doubled slash, a dot segment or a backslash does not match the path that it resembles.
 */
export function routedPath(url: string, basePath: string): string {
  // No regular expressions: this runs for every request.
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const query = url.indexOf('?', start);
  const whole = query === -1 ? url.slice(start) : url.slice(start, query);
  const fragment = whole.indexOf('#');
  const path = fragment === -1 ? whole : whole.slice(0, fragment);
  if (path !== basePath && !path.startsWith(`${basePath}/`)) return nowhere;
  const below = path.slice(basePath.length);
  if (below === '' || below === '/') return '/';
  return below.endsWith('/') && !below.endsWith('//') ? below.slice(0, -1) : below;
}

// No empty or dot segments, no backslash, no control character.
const unclean = /\/\/|\/(?:\.|%2e){1,2}(?:\/|%2f|$)|\\|%5c|%00|%0[1-9a-f]|%1[0-9a-f]|[^\x21-\x7e]/i;
/** Matches a path segment that begins with a dot: a hidden file, except as the code or id of a row. */
const hidden = /\/(?:\.|%2e)/i;
const rowAddress = /^\/[^/]+\/(?:regions|nodes|buckets|events)(?=\/[^/]+$)/;

/**
 * Returns the slug of the deployment in a page address; '' for pages of all deployments; `null` if it is no
 * page address.
 */
export function pageDeployment(path: string): string | null {
  if (path === '/' || path === '/handover' || path === '/wall') return '';
  if (unclean.test(path) || (hidden.test(path) && !rowAddress.test(path))) return null;
  const [, first = ''] = path.split('/');
  return slugPattern.test(first) && !reservedSlugs.has(first) ? first : null;
}

/**
 * Returns the base path as the browser sees it, with the prefix that a proxy removed. Some proxies name the
 * prefix but do not remove it: it is then the base path itself.
 */
export function browserBase(prefix: string, basePath: string): string {
  return prefix === basePath ? basePath : prefix + basePath;
}

/**
 * Maximum number of row groups in all tallies (row counts) of one HTML document. The page requests the
 * tallies beyond it itself.
 */
const mostGroups = 4_000;

function withinLimit(tallies: readonly DeliveredTally[]): readonly DeliveredTally[] {
  let groups = 0;
  return tallies.filter(({ tally }) => {
    groups += tally?.groups.length ?? 0;
    return groups <= mostGroups;
  });
}

function deploymentForPages(deployment: HostedDeployment, listsRecorded: boolean): Deployment {
  const { slug, name, shownUrl, demo, words, places, verdict } = deployment;
  const { pollSeconds, maximumItems, departures, budget } = deployment;
  return {
    slug,
    name,
    baseUrl: `deployments/${slug}`,
    shownUrl,
    demo,
    words,
    places,
    verdict,
    ...(pollSeconds !== undefined && { pollSeconds }),
    ...(maximumItems !== undefined && { maximumItems }),
    ...(departures !== undefined && { departures }),
    ...(budget !== undefined && { budget }),
    ...(listsRecorded && { listsRecorded }),
  };
}

export type Host = Hono<{ Bindings: RequestContext }>;

/** Maximum number of deployments in a server-rendered overview. The app renders a larger one. */
const mostDrawnRows = 40;

export function createHost(options: HostOptions): Host {
  const { deployments, basePath, files, shellAt, lists, drawing, report } = options;
  const bySlug = new Map(deployments.map((deployment) => [deployment.slug, deployment]));
  const isPublic = options.session === undefined;
  const isShared = isPublic && options.sharedCache === true;
  // A wall only displays, so it must not send test messages.
  const webhook = options.session === 'wall' ? null : (options.webhook ?? null);
  const notes = {
    slugs: [...bySlug.keys()],
    session: options.session,
    isOnLoopback: options.isOnLoopback === true,
    history: options.history,
  };
  const delivery = new StatusDelivery();
  const firstScreens = new FirstScreenCache((screen) => drawing.draw(screen));
  const fixedConfig: AppConfig = {
    deployments: deployments.map((each) =>
      deploymentForPages(each, options.recordsLists?.(each.slug) === true),
    ),
    pollSeconds: options.pollSeconds,
    limits: pageLimits(options.limits ?? defaultLimits),
    wall: options.wall ?? {},
    ...(webhook && { webhook: true }),
    history: true,
    ...(takesNotes(notes) && { notes: true }),
    ...(options.session && { session: options.session }),
  };
  const zipped = new ZippedDocuments();
  const configNow =
    options.mutedNow && options.session !== 'wall'
      ? configWithMutes(fixedConfig, options.mutedNow)
      : () => fixedConfig;
  const frameAncestors = options.frameAncestors ?? [];
  const [first] = deployments;

  const talliesOf = (shown: readonly HostedDeployment[]) =>
    withinLimit(shown.flatMap(({ slug }) => lists.talliesOf(slug)));

  /**
   * Responds with the HTML document of a page.
   * @param base - base path as the browser sees it.
   */
  async function answerPage(slug: string, path: string, request: Request, base: string): Promise<Response> {
    const shell = shellAt(base);
    // Any client can send a prefix through a careless proxy, so a document with one is not shared.
    const isSame = isShared && base === basePath;
    // A shared document is the same for all viewers, so nothing but its address may count.
    const viewer = isSame ? new Request(request.url) : request;
    const servedAt = servedSecond();
    const deployment = bySlug.get(slug);
    const shown = slug === '' ? deployments : deployment ? [deployment] : [];
    // A wall has another frame, and no reader waits for its first screen.
    const isWall = path === '/wall' || path === `/${slug}/wall`;
    const framedDeployment = isWall ? undefined : deployment;
    // With an order of the reader's own, the server would render rows that later move.
    const cookies = parse(viewer.headers.get('cookie') ?? '', orderCookie);
    const isOverview = path === '/' && shown.length <= mostDrawnRows && cookies[orderCookie] !== 'own';
    const isDrawn = framedDeployment !== undefined || (isOverview && shown.length > 0);
    // A page of the past must not begin with the present: it has the frame only.
    const isPast =
      framedDeployment !== undefined && asksForPast(new URLSearchParams(searchOf(request.url)), Date.now());
    const delivered = isPast ? [] : await delivery.collect(shown);
    const tallies = isPast ? [] : talliesOf(shown);
    const shownConfig = configNow();
    const screen = { config: shownConfig, basePath: base, path, answers: delivered, tallies };
    const drawn = isDrawn ? await firstScreens.of(screen) : nothingDrawn;
    const theme = isWall ? wallTheme(viewer, options.wall?.theme) : chosenTheme(viewer);
    const limits = framedDeployment ? lists.limitsOf(slug, completeListsAt(path)) : {};
    const hasFeed = !isWall && shown.some((each) => options.hasFeed?.(each.slug));
    const feed = hasFeed ? `${base}${slug === '' ? '' : `/deployments/${slug}`}/feed.atom` : null;
    const parts = { config: shownConfig, delivered, tallies, limits, drawn, theme, feed };
    const html = renderShell(shell, { ...parts, ...(isSame && { servedAt }) });
    const headers = {
      ...framedBy(isWall ? frameAncestors : [], headersOf(shell, drawn)),
      ...(isSame && { 'cache-control': sharedControl() }),
      vary: 'accept-encoding',
    };
    if (!acceptsEncoding(request.headers.get('accept-encoding'), 'gzip'))
      return new Response(html, { headers });
    return new Response(await zipped.of(`${theme} ${base} ${path}`, html), {
      headers: { ...headers, 'content-encoding': 'gzip' },
    });
  }

  const embedding = createEmbedding({
    deployments,
    states: options.states ?? (async () => []),
    history: options.history,
    publicUrl: options.publicUrl ?? null,
    planned: options.planned ?? [],
    isPublic,
    pollSeconds: options.pollSeconds,
    frameAncestors,
  });
  const host: Host = new Hono({ getPath: (request) => routedPath(request.url, basePath) });

  const forViewer = (deployment: HostedDeployment, request: Request, path: string, response: Response) => {
    const endpoint = isShared ? findEndpoint(path) : undefined;
    if (endpoint) shareResponse(response, endpoint.resource, deployment.pollSeconds ?? options.pollSeconds);
    return absentAs200(request, response);
  };
  const answerApi = (deployment: HostedDeployment, request: Request, path: string) => {
    const answer = deployment.answer(request, path);
    return answer instanceof Promise
      ? answer.then((response) => forViewer(deployment, request, path, response))
      : forViewer(deployment, request, path, answer);
  };
  host.all('/api/*', (context) =>
    first ? answerApi(first, context.req.raw, context.req.path) : context.notFound(),
  );
  host.all('/deployments/:slug/*', (context) => {
    const { path } = context.req;
    const end = path.indexOf('/', '/deployments/'.length);
    const deployment = bySlug.get(path.slice('/deployments/'.length, end));
    if (!deployment) return context.notFound();
    const { method, raw } = context.req;
    const below = path.slice(end);
    const name = embeddedPaths.get(below);
    if (name)
      return method === 'GET' || method === 'HEAD' ? embedding(raw, name, deployment) : methodNotAllowed();
    return answerApi(deployment, raw, below);
  });
  for (const name of embeddedNames) host.get(`/${name}`, ({ req: { raw } }) => embedding(raw, name, null));
  if (webhook) {
    const answer = async () => ownDocument(JSON.stringify(await webhook.state(new Set(bySlug.keys()))));
    host.get('/config/webhook.json', answer);
    // Pages of other sites cannot send this header without a CORS preflight, so they cannot trigger tests.
    host.get('/config/webhook/test', async (context) => {
      if (context.req.header('edgewatch-test') === undefined) return context.notFound();
      await webhook.test();
      return answer();
    });
  }
  host.get('/config.json', () =>
    ownDocument(JSON.stringify(configNow()), isShared ? sharedControl() : 'no-store'),
  );
  host.get('/config/tallies.json', () => ownDocument(JSON.stringify(talliesOf(deployments))));
  host.get('/openapi.json', () => ownDocument(describeApi(deployments, options.version)));
  host.get('/healthz', () => ownDocument('{"status":"ok"}'));
  host.get('/metrics', (context) =>
    answerMetrics(context.req.raw, options.metricsToken ?? null, () => options.metrics(deployments)),
  );
  const askHistory = (context: Context<{ Bindings: RequestContext }>) => {
    const { raw, path: routed } = context.req;
    const path = routed.slice('/history'.length);
    const base = browserBase(context.env?.prefix ?? '', basePath);
    const asked = { path, search: searchOf(raw.url), ...markdownBase(context, path, base) };
    return respondHistory(raw, asked, [...bySlug.keys()], isPublic, options.history);
  };
  host.get('/history', askHistory);
  host.all('/history/*', (context, next) => {
    const { raw, path } = context.req;
    return respondNotes(raw, path, context.env ?? {}, notes) ?? next();
  });
  host.get('/history/*', askHistory);
  host.get('/readyz', () =>
    ownDocument(
      JSON.stringify({
        status: 'ready',
        configuration: options.configuration(),
        // `reason` is `null` while the recorder starts.
        recorder: options.history.state ?? { recording: false, reason: null },
        ...(options.session !== null && { deployments: { n: deployments.length } }),
      }),
    ),
  );

  // A catch-all route would slow down every API response.
  host.notFound((context) => {
    const { method, path, raw } = context.req;
    if (method !== 'GET' && method !== 'HEAD') return methodNotAllowed();
    if (path.startsWith('/deployments/')) return notFound('There is no such deployment.');
    if (path === nowhere)
      return notFound(`Edgewatch is below ${basePath}/; a proxy in front of it must pass paths unchanged.`);
    const deployment = pageDeployment(path);
    const base = browserBase(context.env?.prefix ?? '', basePath);
    if (deployment !== null) return answerPage(deployment, path, raw, base);
    return serveFile(files, path.slice(1), searchOf(raw.url), raw.headers);
  });
  host.onError((error) => {
    const id = crypto.randomUUID();
    report(`error ${id}: ${error.stack ?? error.message}`);
    return problem({
      status: 500,
      title: 'Internal error',
      detail: `An error occurred; the log has it as ${id}.`,
      id,
    });
  });
  return host;
}
