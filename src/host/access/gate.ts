/**
 * Who may see what. Whoever is let in gets a host made of the deployments that they may see: whatever else there is does
 * not exist for it, in no page, document, description or error.
 */

import type { SessionKind } from '#contract/host.ts';
import { LruCache } from '#domain/lists/lru-cache.ts';
import type { AccessSettings } from '../configuration/settings.ts';
import { addressCheck } from '../gateway/addresses.ts';
import { type HostedDeployment, searchOf } from '../gateway/deployment.ts';
import { browserBase, type Host, nowhere, pageDeployment, routedPath } from '../http/app.ts';
import type { Forwarded } from '../http/forwarded.ts';
import { methodNotAllowed, problem } from '../http/problem.ts';
import type { Shell } from '../http/shell.ts';
import type { StaticFiles } from '../http/static-files.ts';
import { chosenTheme, wallTheme } from '../http/theme.ts';
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
  /** By slug, groups of whom one is to be had; absent where everybody with access may see it. */
  readonly visibleTo: ReadonlyMap<string, readonly string[]>;
  /** Whether whoever scrapes says so by a token of their own. */
  readonly hasMetricsToken: boolean;
  readonly basePath: string;
  readonly files: StaticFiles;
  readonly shellAt: (base: string) => Shell;
  /** A host of some deployments, for those who came in so; `null` for strangers. */
  readonly hostOf: (deployments: readonly HostedDeployment[], session: SessionKind | null) => Host;
}

interface Viewer {
  readonly kind: SessionKind;
  readonly groups: readonly string[];
}

interface Asked {
  readonly request: Request;
  readonly forwarded: Forwarded;
  /** Below the base path. */
  readonly path: string;
  readonly place: CookiePlace;
}

/** Sets of deployments, each with a host of its own; they are few, for groups are. */
const mostHosts = 16;

/** Seconds: a browser keeps no cookie longer. A wall's is as good as its link is. */
const longestCookie = 400 * 24 * 60 * 60;

const longestNext = 2_000;
const mostGroups = 200;

/** The key of a wall link; `null` if the search has none. */
function wallKeyIn(search: string): string | null {
  return new URLSearchParams(search).get('key');
}

/** A search without the key of a wall link, however its name is encoded. What is left stays as it was sent. */
function withoutKey(search: string): string {
  if (wallKeyIn(search) === null) return search;
  const left = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && wallKeyIn(pair) === null);
  return left.length === 0 ? '' : `?${left.join('&')}`;
}

/**
 * Where to go after logging in: a page of this host, as it stands below its base; the first page if it is none. Never with
 * the key of a wall link, which would stay in the log-in page, its address and the browser's history.
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

/** Whether a rule of `Cache-Control` says for whom an answer may be kept. */
function isOfSharing(rule: string): boolean {
  const [name = ''] = rule.toLowerCase().split('=', 1);
  return ['public', 'private', 's-maxage'].includes(name.trim());
}

/** What is made for one viewer is no other's, also where a cache stands on the way. */
function asPrivate(response: Response): Response {
  const { headers } = response;
  const stated = headers.get('cache-control') ?? '';
  const rules = stated
    .split(',')
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '' && !isOfSharing(rule));
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
    detail: 'Nothing is shown to whoever is not logged in: the session has ended, or there was none.',
    kind: 'refused',
    reason: 'session-ended',
    headers: { 'www-authenticate': challenge },
  });
}

/** Answers requests where access is set. */
export class Gate {
  readonly #options: GateOptions;
  readonly #isAuthenticator: (address: string) => boolean;
  readonly #hosts = new LruCache<Host>(mostHosts);
  /** Shows no deployment. */
  readonly #strangers: Host;
  /** Shows each, to whoever bears the token that it asks for itself. */
  readonly #scraped: Host | null;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#isAuthenticator = addressCheck(options.access.proxy?.trusted ?? []);
    this.#strangers = options.hostOf([], null);
    this.#scraped = options.hasMetricsToken ? options.hostOf(options.deployments, null) : null;
  }

  fetch(request: Request, forwarded: Forwarded): Response | Promise<Response> {
    const { basePath, files, access } = this.#options;
    const path = routedPath(request.url, basePath);
    const base = browserBase(forwarded.prefix, basePath);
    const asked: Asked = { request, forwarded, path, place: { base, isSecure: forwarded.isSecure } };
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (path === '/login' && access.password) {
      if (isReading) return this.#askForPassword(asked);
      return request.method === 'POST' ? this.#logIn(asked) : methodNotAllowed('GET, HEAD, POST');
    }
    if (path === '/logout' && access.password)
      return request.method === 'POST' ? this.#logOut(asked) : methodNotAllowed('POST');
    if (!isReading) return methodNotAllowed();
    const isOpen = path === '/healthz' || path === nowhere || files.has(path.slice(1));
    if (isOpen || path.startsWith('/assets/')) return this.#strangers.fetch(request, forwarded);
    if (path === '/metrics' && this.#scraped) return this.#scraped.fetch(request, forwarded);
    const search = searchOf(request.url);
    const key = isWall(path) ? wallKeyIn(search) : null;
    if (key !== null) return this.#openWall(asked, search, key);
    const viewer = this.#viewerOf(asked);
    if (!viewer) return this.#answerStranger(asked, search);
    const answer = this.#hostFor(viewer).fetch(request, forwarded);
    return answer instanceof Response ? asPrivate(answer) : answer.then(asPrivate);
  }

  #viewerOf({ request: { headers }, forwarded }: Asked): Viewer | null {
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

  /** The session that is shown and holds; `null` where none does. */
  #sessionIn(cookies: string | null): string | null {
    const { access, state } = this.#options;
    const line = access.password?.reveal();
    if (line === undefined) return null;
    const now = state.now();
    return cookiesNamed(cookies, sessionCookie).find((token) => state.sessions.holds(token, line, now)) ?? null;
  }

  #hostFor({ kind, groups }: Viewer): Host {
    const { deployments, visibleTo, hostOf } = this.#options;
    const shown = deployments.filter(({ slug }) => {
      const named = visibleTo.get(slug);
      return named === undefined || named.some((group) => groups.includes(group));
    });
    return this.#hosts.take(`${kind} ${shown.map(({ slug }) => slug).join(' ')}`, () => hostOf(shown, kind));
  }

  #answerStranger({ request, forwarded, path, place }: Asked, search: string): Response | Promise<Response> {
    if (path === '/readyz') return this.#strangers.fetch(request, forwarded);
    if (pageDeployment(path) === null) return notLoggedIn();
    const around = this.#around(request, place, isWall(path));
    // A screen that had a link, and nobody in front of it to type: no form.
    if (isWall(path) && cookiesNamed(request.headers.get('cookie'), wallCookie).length > 0)
      return refusalPage(around, 'wall-link');
    if (!this.#options.access.password) return refusalPage(around, 'proxy');
    const next = cleanNext(path + search);
    return redirect(`${place.base}/login${next === '/' ? '' : `?next=${encodeURIComponent(next)}`}`);
  }

  #around(request: Request, { base }: CookiePlace, forWall = false): PageSurroundings {
    const { shellAt, files } = this.#options;
    const theme = forWall ? wallTheme(request) : chosenTheme(request);
    return { shell: shellAt(base), base, files, theme };
  }

  #askForPassword(asked: Asked): Response {
    const { request, forwarded, place } = asked;
    const next = cleanNext(new URL(request.url).searchParams.get('next'));
    if (this.#sessionIn(request.headers.get('cookie')) !== null) return redirect(place.base + next);
    const { state } = this.#options;
    const now = state.now();
    const until = state.guesses.blockedUntil(forwarded.address, now);
    // To look at the page is no guess, so it is no mistake either.
    const refusal: Refusal | null = until === null ? null : { kind: 'blocked', until, now };
    return logInPage(this.#around(request, place), next, refusal);
  }

  /** A browser that shows the response gets a page; a script gets a problem document. */
  #refuseForm({ request, place }: Asked, why: ForeignForm): Response {
    if (request.headers.get('accept')?.includes('text/html') === true)
      return foreignFormPage(this.#around(request, place), why);
    return problem({ status: 403, title: 'Refused', detail: foreignFormText(why) });
  }

  async #logIn(asked: Asked): Promise<Response> {
    const { request, forwarded, place } = asked;
    const { address, host } = forwarded;
    const { access, state } = this.#options;
    const line = access.password?.reveal();
    if (line === undefined) return methodNotAllowed();
    const foreign = foreignForm(request.headers, host);
    if (foreign) return this.#refuseForm(asked, foreign);
    const form = await readForm(request);
    if (typeof form === 'number') return badForm(form);
    const next = cleanNext(form.get('next'));
    const refuse = (refusal: Refusal) => logInPage(this.#around(request, place), next, refusal);
    const now = state.now();
    const taken = state.guesses.take(address, now);
    if (!('left' in taken)) return refuse({ kind: 'blocked', until: taken.until, now });
    const isRight = await state.passwords.isRight(line, form.get('password') ?? '');
    if (isRight === false) return refuse({ kind: 'wrong', left: taken.left });
    state.guesses.giveBack(address);
    if (isRight === null) return refuse({ kind: 'busy' });
    // Whatever was shown before is no session of this log-in.
    const before = this.#sessionIn(request.headers.get('cookie'));
    if (before !== null) state.sessions.end(before, line, now);
    const token = state.sessions.begin(line, now);
    return redirect(place.base + next, [cookie(sessionCookie, token, sessionMilliseconds / 1000, place)]);
  }

  #logOut(asked: Asked): Response {
    const { request, forwarded, place } = asked;
    const { access, state } = this.#options;
    const foreign = foreignForm(request.headers, forwarded.host);
    if (foreign) return this.#refuseForm(asked, foreign);
    const line = access.password?.reveal() ?? '';
    const now = state.now();
    for (const token of cookiesNamed(request.headers.get('cookie'), sessionCookie))
      state.sessions.end(token, line, now);
    return redirect(`${place.base}/login`, [
      cookie(sessionCookie, '', 0, place),
      cookie(wallCookie, '', 0, place),
    ]);
  }

  #openWall({ request, path, place }: Asked, search: string, key: string): Response {
    if (!this.#options.state.wallLinks.find(key))
      return refusalPage(this.#around(request, place, true), 'wall-link');
    return redirect(place.base + path + withoutKey(search), [cookie(wallCookie, key, longestCookie, place)]);
  }
}

function badForm(status: 413 | 415): Response {
  return status === 413
    ? problem({ status, title: 'Too large', detail: 'The form is longer than any of ours.' })
    : problem({
        status,
        title: 'Not a form',
        detail: 'What was sent is not application/x-www-form-urlencoded.',
      });
}
