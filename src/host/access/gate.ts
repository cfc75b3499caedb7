/**
 * Access control. It passes each request to a host (routes/app.ts) that has only the deployments which the
 * viewer may see. Other deployments appear in no page, document, description or error.
 */

import type { SessionKind } from '#contract/host.ts';
import { LruCache } from '#domain/lists/lru-cache.ts';
import type { AccessSettings } from '../configuration/settings.ts';
import { type HostedDeployment, searchOf } from '../gateway/deployment.ts';
import type { Forwarded } from '../http/forwarded.ts';
import { type ForeignForm, foreignForm } from '../http/posted.ts';
import { methodNotAllowed, problem } from '../http/problem.ts';
import type { StaticFiles } from '../http/static-files.ts';
import { chosenTheme, wallTheme } from '../http/theme.ts';
import { addressCheck } from '../net/addresses.ts';
import { browserBase, type Host, nowhere, pageDeployment, routedPath } from '../routes/app.ts';
import { isNotesAddress } from '../routes/notes.ts';
import type { Shell } from '../routes/shell.ts';
import {
  foreignFormPage,
  foreignFormText,
  logInPage,
  type PageSurroundings,
  type Refusal,
  refusalPage,
} from './access-page.ts';
import type { AccessState } from './access-state.ts';
import { type CookiePlace, cookie, cookiesNamed, sessionCookie, wallCookie } from './cookies.ts';
import { readForm } from './form.ts';
import { asPrivate, badForm, notLoggedIn, redirect } from './gate-responses.ts';
import { cleanNext, isWall, providerPath, returnPath, wallKeyIn, withoutKey } from './next-page.ts';
import type { ProviderLogIn } from './provider/provider-log-in.ts';
import { ProviderRoutes } from './provider/provider-routes.ts';
import { sessionSeconds } from './signing-keys.ts';
import { nameInHeader } from './viewer-name.ts';
import type { ViewerRequest } from './viewer-request.ts';
import { type Viewer, ViewerSessions } from './viewer-sessions.ts';

export interface GateOptions {
  readonly access: AccessSettings;
  /** Log-in at the identity provider; `null` if none is configured. */
  readonly provider: ProviderLogIn | null;
  /** Configured address of the host for viewers; `null` for the one in each request. */
  readonly publicUrl: string | null;
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

/** Maximum number of cached hosts, one per set of visible deployments. There are few groups, so few sets. */
const mostHosts = 16;

/**
 * Lifetime of a wall link's cookie in seconds: browsers keep no cookie longer. The cookie is valid only as
 * long as its link.
 */
const longestCookie = 400 * 24 * 60 * 60;

const mostGroups = 200;

export class Gate {
  readonly #options: GateOptions;
  readonly #isAuthenticator: (address: string) => boolean;
  readonly #sessions: ViewerSessions;
  readonly #provider: ProviderRoutes | null;
  readonly #hosts = new LruCache<Host>(mostHosts);
  readonly #publicHost: Host;
  readonly #metricsHost: Host | null;

  constructor(options: GateOptions) {
    this.#options = options;
    const { provider, publicUrl, state } = options;
    const sessions = new ViewerSessions(state, options.access, provider);
    this.#sessions = sessions;
    this.#provider =
      provider &&
      new ProviderRoutes({
        provider,
        publicUrl,
        state,
        sessions,
        logInPage: (viewerRequest, next, refusal) => this.#logInPage(viewerRequest, next, refusal),
      });
    this.#isAuthenticator = addressCheck(options.access.proxy?.trusted ?? []);
    this.#publicHost = options.hostOf([], null);
    this.#metricsHost = options.hasMetricsToken ? options.hostOf(options.deployments, null) : null;
  }

  fetch(request: Request, forwarded: Forwarded): Response | Promise<Response> {
    const refreshed = this.#refresh(request);
    return refreshed
      ? refreshed.then(() => this.#answer(request, forwarded))
      : this.#answer(request, forwarded);
  }

  /** Waits for what other hosts stored, if a session or a wall link is not known here. */
  #refresh(request: Request): Promise<void> | null {
    const { state, basePath } = this.#options;
    if (!state.shared) return null;
    const cookies = request.headers.get('cookie');
    const opened = isWall(routedPath(request.url, basePath)) ? wallKeyIn(searchOf(request.url)) : null;
    if (opened === null && this.#sessions.find(cookies)) return null;
    const keys = opened === null ? cookiesNamed(cookies, wallCookie) : [opened];
    if (keys.some((key) => state.wallLinks.find(key))) return null;
    const isGiven = keys.length > 0 || cookiesNamed(cookies, sessionCookie).length > 0;
    return isGiven ? state.shared.refresh() : null;
  }

  #answer(request: Request, forwarded: Forwarded): Response | Promise<Response> {
    const { basePath, files, access } = this.#options;
    const provider = this.#provider;
    const path = routedPath(request.url, basePath);
    const base = browserBase(forwarded.prefix, basePath);
    const viewerRequest: ViewerRequest = {
      request,
      cookies: request.headers.get('cookie'),
      forwarded,
      path,
      place: { base, isSecure: forwarded.isSecure },
    };
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (path === '/login' && (access.password || provider)) {
      if (isReading) return this.#showLogIn(viewerRequest);
      if (request.method === 'POST' && access.password) return this.#logIn(viewerRequest);
      return methodNotAllowed(access.password ? 'GET, HEAD, POST' : 'GET, HEAD');
    }
    if (path === '/logout' && (access.password || provider)) {
      if (request.method === 'POST') return this.#logOut(viewerRequest);
      // A link of another site must not end a session, so this only follows a POST.
      const mayLeave = provider && request.method === 'GET' && !this.#sessions.find(viewerRequest.cookies);
      return mayLeave ? provider.leave(viewerRequest) : methodNotAllowed('POST');
    }
    if (provider && (path === providerPath || path === returnPath)) {
      if (request.method !== 'GET') return methodNotAllowed('GET');
      return path === providerPath ? provider.goThere(viewerRequest) : provider.comeBack(viewerRequest);
    }
    if (!isReading && !isNotesAddress(path)) return methodNotAllowed();
    const isOpen = path === '/healthz' || path === nowhere || files.has(path.slice(1));
    if (isOpen || path.startsWith('/assets/')) return this.#publicHost.fetch(request, forwarded);
    if (path === '/metrics' && this.#metricsHost) return this.#metricsHost.fetch(request, forwarded);
    const search = searchOf(request.url);
    const key = isWall(path) ? wallKeyIn(search) : null;
    if (key !== null) return this.#openWall(viewerRequest, search, key);
    const viewer = this.#viewerOf(viewerRequest);
    if (!viewer) return this.#answerUnauthenticated(viewerRequest, search);
    const host = this.#hostFor(viewer);
    const answer = isReading
      ? host.fetch(request, forwarded)
      : host.fetch(request, { ...forwarded, name: viewer.name });
    return answer instanceof Response ? asPrivate(answer) : answer.then(asPrivate);
  }

  #viewerOf({ request: { headers }, cookies, forwarded }: ViewerRequest): Viewer | null {
    const { access, state } = this.#options;
    if (access.proxy && this.#isAuthenticator(forwarded.peer)) {
      const { userHeader, groupHeader } = access.proxy;
      const groups = (groupHeader === null ? '' : (headers.get(groupHeader) ?? '')).split(',', mostGroups);
      const user = headers.get(userHeader) ?? '';
      if (user.trim() !== '')
        return {
          kind: 'proxy',
          groups: groups.map((group) => group.trim()).filter((group) => group !== ''),
          name: nameInHeader(user),
        };
    }
    const session = this.#sessions.find(cookies);
    if (session) return session.viewer;
    for (const key of cookiesNamed(cookies, wallCookie)) {
      const link = state.wallLinks.find(key);
      if (link) return { kind: 'wall', groups: link.groups, name: null };
    }
    return null;
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
    { request, cookies, forwarded, path, place }: ViewerRequest,
    search: string,
  ): Response | Promise<Response> {
    if (path === '/readyz') return this.#publicHost.fetch(request, forwarded);
    if (pageDeployment(path) === null) return notLoggedIn();
    const surroundings = this.#surroundings(request, place, isWall(path));
    // A wall screen whose link was revoked. Nobody is there to type, so it gets no form.
    if (isWall(path) && cookiesNamed(cookies, wallCookie).length > 0)
      return refusalPage(surroundings, 'wall-link');
    const { access, provider } = this.#options;
    if (!access.password && !provider) return refusalPage(surroundings, 'proxy');
    const next = cleanNext(path + search);
    return redirect(`${place.base}/login${next === '/' ? '' : `?next=${encodeURIComponent(next)}`}`);
  }

  #surroundings(request: Request, { base }: CookiePlace, forWall = false): PageSurroundings {
    const { shellAt, files } = this.#options;
    const theme = forWall ? wallTheme(request) : chosenTheme(request);
    return { shell: shellAt(base), base, files, theme };
  }

  #showLogIn(viewerRequest: ViewerRequest): Response {
    const { request, cookies, forwarded, place } = viewerRequest;
    const { searchParams } = new URL(request.url);
    const next = cleanNext(searchParams.get('next'));
    if (this.#sessions.find(cookies)) return redirect(place.base + next);
    const { state } = this.#options;
    const now = state.now();
    const until = state.guesses.blockedUntil(forwarded.address, now);
    if (until !== null) return this.#logInPage(viewerRequest, next, { kind: 'blocked', until, now });
    const reason = searchParams.get('refused') ?? '';
    const refusal: Refusal | null =
      state.shared?.isResponding === false
        ? { kind: 'no-database' }
        : (this.#provider?.refusalFor(reason, forwarded.address) ?? null);
    return this.#logInPage(viewerRequest, next, refusal);
  }

  #logInPage({ request, place }: ViewerRequest, next: string, refusal: Refusal | null): Response {
    const { access, provider } = this.#options;
    const ways = { hasPassword: access.password !== null, provider: provider?.name ?? null };
    return logInPage(this.#surroundings(request, place), ways, next, refusal);
  }

  /** Refuses a form. A browser that shows the response gets a page; a script gets a problem document. */
  #refuseForm({ request, place }: ViewerRequest, why: ForeignForm): Response {
    if (request.headers.get('accept')?.includes('text/html') === true)
      return foreignFormPage(this.#surroundings(request, place), why);
    return problem({ status: 403, title: 'Refused', detail: foreignFormText(why) });
  }

  async #logIn(viewerRequest: ViewerRequest): Promise<Response> {
    const { request, cookies, forwarded, place } = viewerRequest;
    const { address, host } = forwarded;
    const { access, state } = this.#options;
    const line = access.password?.reveal();
    if (line === undefined) return methodNotAllowed();
    const foreign = foreignForm(request.headers, host);
    if (foreign) return this.#refuseForm(viewerRequest, foreign);
    const form = await readForm(request);
    if (typeof form === 'number') return badForm(form);
    const next = cleanNext(form.get('next'));
    const refuse = (refusal: Refusal) => this.#logInPage(viewerRequest, next, refusal);
    const now = state.now();
    const counted = state.guesses.take(address, now);
    if (!('left' in counted)) return refuse({ kind: 'blocked', until: counted.until, now });
    const isRight = await state.passwords.isRight(line, form.get('password') ?? '');
    if (isRight === false) return refuse({ kind: 'wrong', left: counted.left });
    state.guesses.giveBack(address);
    if (isRight === null) return refuse({ kind: 'busy' });
    const token = await this.#sessions.begin(cookies, line);
    if (token === null) return refuse({ kind: 'no-database' });
    return redirect(place.base + next, [
      cookie(sessionCookie, token, sessionSeconds, place),
      // The ID token of an earlier log-in at the provider.
      ...(this.#provider ? [this.#provider.forgetIdToken(place)] : []),
    ]);
  }

  async #logOut(viewerRequest: ViewerRequest): Promise<Response> {
    const { request, cookies, forwarded, place } = viewerRequest;
    const foreign = foreignForm(request.headers, forwarded.host);
    if (foreign) return this.#refuseForm(viewerRequest, foreign);
    await this.#sessions.end(cookies);
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
