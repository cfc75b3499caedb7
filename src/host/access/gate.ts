/**
 * Access control. It passes each request to a host (routes/app.ts) that has only the deployments which the
 * viewer may see. Other deployments appear in no page, document, description or error.
 */

import type { SessionKind } from '#contract/host.ts';
import { LruCache } from '#domain/lists/lru-cache.ts';
import type { AccessSettings } from '../configuration/settings.ts';
import { type HostedDeployment, searchOf } from '../gateway/deployment.ts';
import type { Forwarded } from '../http/forwarded.ts';
import { methodNotAllowed, problem } from '../http/problem.ts';
import type { StaticFiles } from '../http/static-files.ts';
import { chosenTheme, wallTheme } from '../http/theme.ts';
import { addressCheck } from '../net/addresses.ts';
import { browserBase, type Host, nowhere, pageDeployment, routedPath } from '../routes/app.ts';
import type { Shell } from '../routes/shell.ts';
import {
  challenge,
  foreignFormPage,
  foreignFormText,
  logInPage,
  type PageSurroundings,
  type Refusal,
  refusalPage,
} from './access-page.ts';
import type { AccessState } from './access-state.ts';
import { type CookiePlace, cookie, cookiesNamed, sessionCookie, wallCookie } from './cookies.ts';
import { type ForeignForm, foreignForm, readForm } from './form.ts';
import { sessionMilliseconds } from './signing-keys.ts';

export interface GateOptions {
  readonly access: AccessSettings;
  readonly state: AccessState;
  readonly deployments: readonly HostedDeployment[];
  /** Groups that may see a deployment, by slug. Without an entry every viewer with access may see it. */
  readonly visibleTo: ReadonlyMap<string, readonly string[]>;
  readonly hasMetricsToken: boolean;
  readonly basePath: string;
  readonly files: StaticFiles;
  readonly shellAt: (base: string) => Shell;
  /** Creates a host that serves only `deployments`. `session` is `null` for unauthenticated viewers. */
  readonly hostOf: (deployments: readonly HostedDeployment[], session: SessionKind | null) => Host;
}

interface Viewer {
  readonly kind: SessionKind;
  readonly groups: readonly string[];
}

interface ViewerRequest {
  readonly request: Request;
  readonly forwarded: Forwarded;
  readonly path: string;
  readonly place: CookiePlace;
}

/** Maximum number of cached hosts, one per set of visible deployments. There are few groups, so few sets. */
const mostHosts = 16;

/**
 * Lifetime of a wall link's cookie in seconds: browsers keep no cookie longer. The cookie is valid only as
 * long as its link.
 */
const longestCookie = 400 * 24 * 60 * 60;

const longestNext = 2_000;
const mostGroups = 200;

function wallKeyIn(search: string): string | null {
  return new URLSearchParams(search).get('key');
}

/**
 * Removes the key of a wall link from a query string, in any encoding of the parameter's name. The rest stays
 * as it was sent.
 */
function withoutKey(search: string): string {
  if (wallKeyIn(search) === null) return search;
  const left = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && wallKeyIn(pair) === null);
  return left.length === 0 ? '' : `?${left.join('&')}`;
}

/**
 * Returns the page to open after log-in: a page of this host below its base path, or else the first page. The
 * key of a wall link is removed: it would stay in the log-in page, its address and the browser's history.
 */
export function cleanNext(text: string | null): string {
  const next = text ?? '';
  if (next.length > longestNext || !/^\/[\x21-\x7e]*$/.test(next) || next.includes('#')) return '/';
  const query = next.indexOf('?');
  const [path, search] = query === -1 ? [next, ''] : [next.slice(0, query), next.slice(query)];
  return pageDeployment(path) === null ? '/' : path + withoutKey(search);
}

function isWall(path: string): boolean {
  return /^(?:\/[a-z0-9-]+)?\/wall$/.test(path) && pageDeployment(path) !== null;
}

function isSharingRule(rule: string): boolean {
  const [name = ''] = rule.toLowerCase().split('=', 1);
  return ['public', 'private', 's-maxage'].includes(name.trim());
}

function asPrivate(response: Response): Response {
  const { headers } = response;
  const stated = headers.get('cache-control') ?? '';
  const rules = stated
    .split(',')
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '' && !isSharingRule(rule));
  headers.set('cache-control', ['private', ...rules].join(', '));
  const vary = headers.get('vary');
  headers.set('vary', vary === null || vary === '' ? 'cookie' : `${vary}, cookie`);
  return response;
}

function redirect(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' });
  for (const each of cookies) headers.append('set-cookie', each);
  return new Response(null, { status: 303, headers });
}

function notLoggedIn(): Response {
  return problem({
    status: 401,
    title: 'Not logged in',
    detail: 'You are not logged in: your session has ended, or there was none.',
    kind: 'refused',
    reason: 'session-ended',
    headers: { 'www-authenticate': challenge },
  });
}

export class Gate {
  readonly #options: GateOptions;
  readonly #isAuthenticator: (address: string) => boolean;
  readonly #hosts = new LruCache<Host>(mostHosts);
  readonly #publicHost: Host;
  readonly #metricsHost: Host | null;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#isAuthenticator = addressCheck(options.access.proxy?.trusted ?? []);
    this.#publicHost = options.hostOf([], null);
    this.#metricsHost = options.hasMetricsToken ? options.hostOf(options.deployments, null) : null;
  }

  fetch(request: Request, forwarded: Forwarded): Response | Promise<Response> {
    const { basePath, files, access } = this.#options;
    const path = routedPath(request.url, basePath);
    const base = browserBase(forwarded.prefix, basePath);
    const viewerRequest: ViewerRequest = {
      request,
      forwarded,
      path,
      place: { base, isSecure: forwarded.isSecure },
    };
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (path === '/login' && access.password) {
      if (isReading) return this.#showLogIn(viewerRequest);
      return request.method === 'POST' ? this.#logIn(viewerRequest) : methodNotAllowed('GET, HEAD, POST');
    }
    if (path === '/logout' && access.password)
      return request.method === 'POST' ? this.#logOut(viewerRequest) : methodNotAllowed('POST');
    if (!isReading) return methodNotAllowed();
    const isOpen = path === '/healthz' || path === nowhere || files.has(path.slice(1));
    if (isOpen || path.startsWith('/assets/')) return this.#publicHost.fetch(request, forwarded);
    if (path === '/metrics' && this.#metricsHost) return this.#metricsHost.fetch(request, forwarded);
    const search = searchOf(request.url);
    const key = isWall(path) ? wallKeyIn(search) : null;
    if (key !== null) return this.#openWall(viewerRequest, search, key);
    const viewer = this.#viewerOf(viewerRequest);
    if (!viewer) return this.#answerUnauthenticated(viewerRequest, search);
    const answer = this.#hostFor(viewer).fetch(request, forwarded);
    return answer instanceof Response ? asPrivate(answer) : answer.then(asPrivate);
  }

  #viewerOf({ request: { headers }, forwarded }: ViewerRequest): Viewer | null {
    const { access, state } = this.#options;
    if (access.proxy && this.#isAuthenticator(forwarded.peer)) {
      const { userHeader, groupHeader } = access.proxy;
      const groups = (groupHeader === null ? '' : (headers.get(groupHeader) ?? '')).split(',', mostGroups);
      if ((headers.get(userHeader) ?? '').trim() !== '')
        return { kind: 'proxy', groups: groups.map((group) => group.trim()).filter((group) => group !== '') };
    }
    const cookies = headers.get('cookie');
    if (access.password && this.#sessionIn(cookies) !== null) return { kind: 'password', groups: [] };
    for (const key of cookiesNamed(cookies, wallCookie)) {
      const link = state.wallLinks.find(key);
      if (link) return { kind: 'wall', groups: link.groups };
    }
    return null;
  }

  /** Returns the token of the valid session among the cookies; `null` if there is none. */
  #sessionIn(cookies: string | null): string | null {
    const { access, state } = this.#options;
    const line = access.password?.reveal();
    if (line === undefined) return null;
    const now = state.now();
    return (
      cookiesNamed(cookies, sessionCookie).find((token) => state.sessions.isValid(token, line, now)) ?? null
    );
  }

  #hostFor({ kind, groups }: Viewer): Host {
    const { deployments, visibleTo, hostOf } = this.#options;
    const shown = deployments.filter(({ slug }) => {
      const allowedGroups = visibleTo.get(slug);
      return allowedGroups === undefined || allowedGroups.some((group) => groups.includes(group));
    });
    return this.#hosts.take(`${kind} ${shown.map(({ slug }) => slug).join(' ')}`, () => hostOf(shown, kind));
  }

  #answerUnauthenticated(
    { request, forwarded, path, place }: ViewerRequest,
    search: string,
  ): Response | Promise<Response> {
    if (path === '/readyz') return this.#publicHost.fetch(request, forwarded);
    if (pageDeployment(path) === null) return notLoggedIn();
    const surroundings = this.#surroundings(request, place, isWall(path));
    // A wall screen whose link was revoked. Nobody is there to type, so it gets no form.
    if (isWall(path) && cookiesNamed(request.headers.get('cookie'), wallCookie).length > 0)
      return refusalPage(surroundings, 'wall-link');
    if (!this.#options.access.password) return refusalPage(surroundings, 'proxy');
    const next = cleanNext(path + search);
    return redirect(`${place.base}/login${next === '/' ? '' : `?next=${encodeURIComponent(next)}`}`);
  }

  #surroundings(request: Request, { base }: CookiePlace, forWall = false): PageSurroundings {
    const { shellAt, files } = this.#options;
    const theme = forWall ? wallTheme(request) : chosenTheme(request);
    return { shell: shellAt(base), base, files, theme };
  }

  #showLogIn(viewerRequest: ViewerRequest): Response {
    const { request, forwarded, place } = viewerRequest;
    const next = cleanNext(new URL(request.url).searchParams.get('next'));
    if (this.#sessionIn(request.headers.get('cookie')) !== null) return redirect(place.base + next);
    const { state } = this.#options;
    const now = state.now();
    const until = state.guesses.blockedUntil(forwarded.address, now);
    const refusal: Refusal | null = until === null ? null : { kind: 'blocked', until, now };
    return logInPage(this.#surroundings(request, place), next, refusal);
  }

  /** Refuses a form. A browser that shows the response gets a page; a script gets a problem document. */
  #refuseForm({ request, place }: ViewerRequest, why: ForeignForm): Response {
    if (request.headers.get('accept')?.includes('text/html') === true)
      return foreignFormPage(this.#surroundings(request, place), why);
    return problem({ status: 403, title: 'Refused', detail: foreignFormText(why) });
  }

  async #logIn(viewerRequest: ViewerRequest): Promise<Response> {
    const { request, forwarded, place } = viewerRequest;
    const { address, host } = forwarded;
    const { access, state } = this.#options;
    const line = access.password?.reveal();
    if (line === undefined) return methodNotAllowed();
    const foreign = foreignForm(request.headers, host);
    if (foreign) return this.#refuseForm(viewerRequest, foreign);
    const form = await readForm(request);
    if (typeof form === 'number') return badForm(form);
    const next = cleanNext(form.get('next'));
    const refuse = (refusal: Refusal) => logInPage(this.#surroundings(request, place), next, refusal);
    const now = state.now();
    const counted = state.guesses.take(address, now);
    if (!('left' in counted)) return refuse({ kind: 'blocked', until: counted.until, now });
    const isRight = await state.passwords.isRight(line, form.get('password') ?? '');
    if (isRight === false) return refuse({ kind: 'wrong', left: counted.left });
    state.guesses.giveBack(address);
    if (isRight === null) return refuse({ kind: 'busy' });
    // A log-in begins a new session and ends an earlier one.
    const before = this.#sessionIn(request.headers.get('cookie'));
    if (before !== null) state.sessions.end(before, line, now);
    const token = state.sessions.begin(line, now);
    return redirect(place.base + next, [cookie(sessionCookie, token, sessionMilliseconds / 1000, place)]);
  }

  #logOut(viewerRequest: ViewerRequest): Response {
    const { request, forwarded, place } = viewerRequest;
    const { access, state } = this.#options;
    const foreign = foreignForm(request.headers, forwarded.host);
    if (foreign) return this.#refuseForm(viewerRequest, foreign);
    const line = access.password?.reveal() ?? '';
    const now = state.now();
    for (const token of cookiesNamed(request.headers.get('cookie'), sessionCookie))
      state.sessions.end(token, line, now);
    return redirect(`${place.base}/login`, [
      cookie(sessionCookie, '', 0, place),
      cookie(wallCookie, '', 0, place),
    ]);
  }

  #openWall({ request, path, place }: ViewerRequest, search: string, key: string): Response {
    if (!this.#options.state.wallLinks.find(key))
      return refusalPage(this.#surroundings(request, place, true), 'wall-link');
    return redirect(place.base + path + withoutKey(search), [cookie(wallCookie, key, longestCookie, place)]);
  }
}

function badForm(status: 413 | 415): Response {
  return status === 413
    ? problem({ status, title: 'Too large', detail: 'The form is too long.' })
    : problem({
        status,
        title: 'Not a form',
        detail: 'The form must be application/x-www-form-urlencoded.',
      });
}
