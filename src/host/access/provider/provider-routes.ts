/** Responses around a log-in at the identity provider: to the provider, back from it, and the log-out there. */

import { withoutEndSlashes } from '#contract/end-slashes.ts';
import { searchOf } from '#host/gateway/deployment.ts';
import { foreignForm } from '#host/http/posted.ts';
import { problem } from '#host/http/problem.ts';
import { withNote } from '#host/http/request-log.ts';
import type { Refusal } from '../access-page.ts';
import type { AccessState } from '../access-state.ts';
import { type CookiePlace, cookie, cookiesNamed, idTokenCookie, sessionCookie } from '../cookies.ts';
import { redirect } from '../gate-responses.ts';
import { cleanNext, otherAccount, providerPath } from '../next-page.ts';
import { sessionSeconds } from '../signing-keys.ts';
import type { ViewerRequest } from '../viewer-request.ts';
import type { ViewerSessions } from '../viewer-sessions.ts';
import { attemptName, attemptsToForget, findAttempt, writeAttempt } from './log-in-attempt.ts';
import { type LogInReason, sentenceFor } from './log-in-reasons.ts';
import type { ProviderLogIn } from './provider-log-in.ts';

/** Seconds in which a viewer must complete a log-in at the identity provider. */
const longestAttempt = 600;

/**
 * Maximum length of an ID token in a cookie. A response with it must fit into 4 KiB, the usual limit of nginx for
 * headers.
 */
const longestIdToken = 2_000;

/** Why a browser that came back is not logged in. `not-carried`: it does not carry the log-in that it began. */
type ReturnReason = LogInReason | 'not-carried' | 'blocked' | 'no-database';

export interface ProviderRoutesOptions {
  readonly provider: ProviderLogIn;
  /** Configured address of the host for viewers; `null` for the one in each request. */
  readonly publicUrl: string | null;
  readonly state: Pick<AccessState, 'failedReturns' | 'now'>;
  readonly sessions: ViewerSessions;
  readonly logInPage: (viewerRequest: ViewerRequest, next: string, refusal: Refusal) => Response;
}

export class ProviderRoutes {
  readonly #options: ProviderRoutesOptions;

  constructor(options: ProviderRoutesOptions) {
    this.#options = options;
  }

  /** Sends the browser to the provider. */
  async goThere(viewerRequest: ViewerRequest): Promise<Response> {
    const { request, cookies, forwarded, place } = viewerRequest;
    const { provider, state, sessions, logInPage } = this.#options;
    const { searchParams } = new URL(request.url);
    const next = cleanNext(searchParams.get('next'));
    if (sessions.find(cookies)) return redirect(place.base + next);
    const base = this.#publicBase(viewerRequest);
    if (base === null) return badHost();
    const now = state.now();
    const until = state.failedReturns.blockedUntil(forwarded.address, now);
    if (until !== null) return logInPage(viewerRequest, next, { kind: 'blocked-return', until, now });
    const begun = await provider.begin(base, next, searchParams.get('prompt') === otherAccount);
    if (begun instanceof Error) {
      const { status, reason, message: sentence } = begun;
      // A reload of this address begins the log-in again.
      return logInPage(viewerRequest, next, { kind: 'provider', status, reason, sentence });
    }
    const { location, attempt } = begun;
    const at = this.#placeOf(place, providerPath);
    return redirect(location, [
      cookie(attemptName(attempt.state), writeAttempt(attempt), longestAttempt, at),
      ...attemptsToForget(cookies).map((name) => cookie(name, '', 0, at)),
    ]);
  }

  /**
   * Completes a log-in after the provider sent the browser back. After a failure the log-in page has the reason in its
   * address: a reload of this one would use the provider's code again.
   */
  async comeBack(viewerRequest: ViewerRequest): Promise<Response> {
    const { request, cookies, forwarded, place } = viewerRequest;
    const { provider, state, sessions } = this.#options;
    const search = searchOf(request.url);
    const attempt = findAttempt(cookies, new URLSearchParams(search).get('state') ?? '');
    const next = cleanNext(attempt?.next ?? null);
    const refuse = (reason: ReturnReason) => {
      // Another tab may have logged in meanwhile.
      if (sessions.find(cookies)) return redirect(place.base + next);
      const query = new URLSearchParams({ ...(next !== '/' && { next }), refused: reason });
      return withNote(redirect(`${place.base}/login?${query.toString()}`), { kind: 'refused' });
    };
    // This is not counted: any site can lead a browser here.
    if (!attempt) return refuse('not-carried');
    const base = this.#publicBase(viewerRequest);
    if (base === null) return badHost();
    const now = state.now();
    const counted = state.failedReturns.take(forwarded.address, now);
    if (!('left' in counted)) return refuse('blocked');
    const done = await provider.finish(base, search, attempt);
    const isFault = done instanceof Error;
    if (!isFault || done.isTemporary) state.failedReturns.giveBack(forwarded.address);
    if (isFault) return refuse(done.reason);
    const { idToken, note } = done;
    const token = await sessions.begin(cookies, provider.credential, note);
    if (token === null) return refuse('no-database');
    const isShort = idToken.length <= longestIdToken;
    const logOut = this.#placeOf(place, '/logout');
    return redirect(place.base + next, [
      cookie(sessionCookie, token, sessionSeconds, this.#placeOf(place)),
      cookie(attemptName(attempt.state), '', 0, this.#placeOf(place, providerPath)),
      cookie(idTokenCookie, isShort ? idToken : '', isShort ? sessionSeconds : 0, logOut),
    ]);
  }

  /** Returns what the log-in page says for a reason in its address; `null` if there is nothing to say. */
  refusalFor(reason: string, address: string): Refusal | null {
    if (reason === 'not-carried') return { kind: 'not-carried' };
    if (reason === 'blocked') {
      const now = this.#options.state.now();
      const until = this.#options.state.failedReturns.blockedUntil(address, now);
      return until === null ? null : { kind: 'blocked-return', until, now };
    }
    const sentence = sentenceFor(reason);
    return sentence === null ? null : { kind: 'provider', status: 200, reason, sentence };
  }

  /** Ends the session at the provider, after that of the host has ended. */
  async leave(viewerRequest: ViewerRequest): Promise<Response> {
    const { request, cookies, forwarded, place } = viewerRequest;
    const { provider, logInPage } = this.#options;
    const logIn = `${place.base}/login`;
    if (foreignForm(request.headers, forwarded.host)) return redirect(logIn);
    const base = this.#publicBase(viewerRequest);
    if (base === null) return badHost();
    const [idToken] = cookiesNamed(cookies, idTokenCookie);
    const address = await provider.logOutAddress(idToken, `${base}/login`);
    const response =
      typeof address === 'string'
        ? redirect(address)
        : logInPage(viewerRequest, '/', { kind: 'still-open', provider: provider.name });
    // If the fault is temporary, the browser can request this address again.
    if (!(address instanceof Error && address.isTemporary))
      response.headers.append('set-cookie', this.forgetIdToken(place));
    return response;
  }

  /** Returns the cookie that deletes the ID token. */
  forgetIdToken(place: CookiePlace): string {
    return cookie(idTokenCookie, '', 0, this.#placeOf(place, '/logout'));
  }

  /** Returns where the cookies of a log-in are valid. The provider sends the browser back to `publicUrl`. */
  #placeOf({ base, isSecure }: CookiePlace, path = ''): CookiePlace {
    const isPublicSecure = this.#options.publicUrl?.startsWith('https:') === true;
    return { base: base + path, isSecure: isSecure || isPublicSecure };
  }

  /**
   * Returns the address of the host as the browser sees it, for addresses that the provider gets. `null`: the
   * request has no valid host name.
   */
  #publicBase({ forwarded, place }: ViewerRequest): string | null {
    const scheme = place.isSecure ? 'https' : 'http';
    const text = this.#options.publicUrl ?? `${scheme}://${forwarded.host}${place.base}`;
    if (!URL.canParse(text)) return null;
    const { origin, pathname } = new URL(text);
    return withoutEndSlashes(origin + pathname);
  }
}

function badHost(): Response {
  return problem({ status: 400, title: 'No valid host name', detail: 'The request has no valid host name.' });
}
