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
  foreignFormPage,
  foreignFormText,
  logInPage,
  type PageSurroundings,
  type Refusal,
  refusalPage,
} from './access-page.ts';
import type { AccessState } from './access-state.ts';
import {
  attemptCookie,
  type CookiePlace,
  cookie,
  cookiesNamed,
  idTokenCookie,
  sessionCookie,
  wallCookie,
} from './cookies.ts';
import { type ForeignForm, foreignForm, readForm } from './form.ts';
import { asPrivate, badForm, notLoggedIn, redirect } from './gate-responses.ts';
import { cleanNext, isWall, providerPath, returnPath, wallKeyIn, withoutKey } from './next-page.ts';
import type { ProviderLogIn } from './provider-log-in.ts';
import { sessionMilliseconds } from './signing-keys.ts';
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

interface ViewerRequest {
  readonly request: Request;
  readonly cookies: string | null;
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

const mostGroups = 200;

/** Seconds in which a viewer must complete a log-in at the identity provider. */
const longestAttempt = 600;

/** Maximum length of an ID token in a cookie: browsers drop cookies of more than 4,096 bytes. */
const longestIdToken = 3_900;

const sessionSeconds = sessionMilliseconds / 1000;

export class Gate {
  readonly #options: GateOptions;
  readonly #isAuthenticator: (address: string) => boolean;
  readonly #sessions: ViewerSessions;
  readonly #hosts = new LruCache<Host>(mostHosts);
  readonly #publicHost: Host;
  readonly #metricsHost: Host | null;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#sessions = new ViewerSessions(options.state, options.access, options.provider);
    this.#isAuthenticator = addressCheck(options.access.proxy?.trusted ?? []);
    this.#publicHost = options.hostOf([], null);
    this.#metricsHost = options.hasMetricsToken ? options.hostOf(options.deployments, null) : null;
  }

  fetch(request: Request, forwarded: Forwarded): Response | Promise<Response> {
    const { basePath, files, access, provider } = this.#options;
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
      return mayLeave ? this.#leaveProvider(viewerRequest, provider) : methodNotAllowed('POST');
    }
    if (provider && (path === providerPath || path === returnPath)) {
      if (request.method !== 'GET') return methodNotAllowed('GET');
      return path === providerPath
        ? this.#goToProvider(viewerRequest, provider)
        : this.#comeFromProvider(viewerRequest, provider);
    }
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

  #viewerOf({ request: { headers }, cookies, forwarded }: ViewerRequest): Viewer | null {
    const { access, state } = this.#options;
    if (access.proxy && this.#isAuthenticator(forwarded.peer)) {
      const { userHeader, groupHeader } = access.proxy;
      const groups = (groupHeader === null ? '' : (headers.get(groupHeader) ?? '')).split(',', mostGroups);
      if ((headers.get(userHeader) ?? '').trim() !== '')
        return { kind: 'proxy', groups: groups.map((group) => group.trim()).filter((group) => group !== '') };
    }
    const session = this.#sessions.find(cookies);
    if (session) return session.viewer;
    for (const key of cookiesNamed(cookies, wallCookie)) {
      const link = state.wallLinks.find(key);
      if (link) return { kind: 'wall', groups: link.groups };
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
    const next = cleanNext(new URL(request.url).searchParams.get('next'));
    if (this.#sessions.find(cookies)) return redirect(place.base + next);
    const { state } = this.#options;
    const now = state.now();
    const until = state.guesses.blockedUntil(forwarded.address, now);
    return this.#logInPage(viewerRequest, next, until === null ? null : { kind: 'blocked', until, now });
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
    const refuse = (refusal: Refusal) => this.#logInPage(viewerRequest, next, refusal);
    const now = state.now();
    const counted = state.guesses.take(address, now);
    if (!('left' in counted)) return refuse({ kind: 'blocked', until: counted.until, now });
    const isRight = await state.passwords.isRight(line, form.get('password') ?? '');
    if (isRight === false) return refuse({ kind: 'wrong', left: counted.left });
    state.guesses.giveBack(address);
    if (isRight === null) return refuse({ kind: 'busy' });
    return redirect(place.base + next, [this.#sessionCookie(viewerRequest, line)]);
  }

  /** Begins a session. @returns its cookie. */
  #sessionCookie({ cookies, place }: ViewerRequest, credential: string, note?: string): string {
    const token = this.#sessions.begin(cookies, credential, note);
    return cookie(sessionCookie, token, sessionSeconds, place);
  }

  #logOut(viewerRequest: ViewerRequest): Response {
    const { request, cookies, forwarded, place } = viewerRequest;
    const foreign = foreignForm(request.headers, forwarded.host);
    if (foreign) return this.#refuseForm(viewerRequest, foreign);
    this.#sessions.end(cookies);
    return redirect(`${place.base}/login`, [
      cookie(sessionCookie, '', 0, place),
      cookie(wallCookie, '', 0, place),
    ]);
  }

  /** Returns the address of the host as the browser sees it, for addresses that the provider gets. */
  #publicBase({ forwarded, place }: ViewerRequest): string {
    const scheme = place.isSecure ? 'https' : 'http';
    return this.#options.publicUrl ?? `${scheme}://${forwarded.host}${place.base}`;
  }

  async #goToProvider(viewerRequest: ViewerRequest, provider: ProviderLogIn): Promise<Response> {
    const { request, cookies, place } = viewerRequest;
    const next = cleanNext(new URL(request.url).searchParams.get('next'));
    if (this.#sessions.find(cookies)) return redirect(place.base + next);
    const begun = await provider.begin(this.#publicBase(viewerRequest), next);
    if (begun instanceof Error) return this.#logInPage(viewerRequest, next, { kind: 'provider', fault: begun });
    return redirect(begun.location, [
      cookie(attemptCookie, begun.attempt, longestAttempt, attemptPlace(place)),
    ]);
  }

  async #comeFromProvider(viewerRequest: ViewerRequest, provider: ProviderLogIn): Promise<Response> {
    const { request, cookies, place } = viewerRequest;
    const carried = cookiesNamed(cookies, attemptCookie);
    const done = await provider.finish(this.#publicBase(viewerRequest), searchOf(request.url), carried);
    const next = cleanNext(done.next);
    if ('fault' in done) {
      // Another window may have logged in meanwhile.
      if (this.#sessions.find(cookies)) return redirect(place.base + next);
      return this.#logInPage(viewerRequest, next, { kind: 'provider', fault: done.fault });
    }
    const { idToken, note } = done;
    const isShort = idToken.length <= longestIdToken;
    return redirect(place.base + next, [
      this.#sessionCookie(viewerRequest, provider.credential, note),
      cookie(attemptCookie, '', 0, attemptPlace(place)),
      cookie(idTokenCookie, isShort ? idToken : '', isShort ? sessionSeconds : 0, logOutPlace(place)),
    ]);
  }

  /** Ends the session at the provider, after {@link #logOut} has ended that of the host. */
  async #leaveProvider(viewerRequest: ViewerRequest, provider: ProviderLogIn): Promise<Response> {
    const { request, cookies, forwarded, place } = viewerRequest;
    const [idToken] = cookiesNamed(cookies, idTokenCookie);
    const isOwn = foreignForm(request.headers, forwarded.host) === null;
    const address = isOwn
      ? await provider.logOutAddress(idToken, `${this.#publicBase(viewerRequest)}/login`)
      : null;
    return redirect(address ?? `${place.base}/login`, [cookie(idTokenCookie, '', 0, logOutPlace(place))]);
  }

  #openWall({ request, path, place }: ViewerRequest, search: string, key: string): Response {
    if (!this.#options.state.wallLinks.find(key))
      return refusalPage(this.#surroundings(request, place, true), 'wall-link');
    return redirect(place.base + path + withoutKey(search), [cookie(wallCookie, key, longestCookie, place)]);
  }
}

function attemptPlace({ base, isSecure }: CookiePlace): CookiePlace {
  return { base: base + providerPath, isSecure };
}

function logOutPlace({ base, isSecure }: CookiePlace): CookiePlace {
  return { base: `${base}/logout`, isSecure };
}
