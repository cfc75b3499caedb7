/**
 * Log-in at the identity provider of `access.oidc`: OpenID Connect, authorization code with PKCE. The browser carries a
 * log-in under way in a cookie, so the host stores nothing for unauthenticated viewers.
 */

import { createHash } from 'node:crypto';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ServerMetadata,
} from 'openid-client';
import type { OidcSettings } from '#host/configuration/settings.ts';
import { otherAccount, returnPath } from '../next-page.ts';
import { shortName } from '../viewer-name.ts';
import type { Attempt } from './log-in-attempt.ts';
import { faultLine, LogInFault, logInFault } from './provider-faults.ts';
import { openProviderFetch } from './provider-fetch.ts';

/** Maximum milliseconds for the discovery document. It leaves time of a log-in for other requests. */
const longestDiscovery = 5_000;
/** Milliseconds until the discovery document is requested again, by a log-in that needs it. */
const discoverAgainAfter = { success: 3_600_000, failure: 5_000 } as const;
/** Maximum number of log-ins and log-outs that use the provider at the same time. */
const mostAtOnce = 20;

interface LoggedIn {
  /** For the session ({@link ProviderLogIn.factsIn}). */
  readonly note: string;
  /** For the log-out. */
  readonly idToken: string;
}

export interface ProviderOptions {
  readonly settings: OidcSettings;
  /** Groups of all `visibleTo`. */
  readonly visibleTo: readonly string[];
  readonly report: (line: string) => void;
}

export class ProviderLogIn {
  readonly #settings: OidcSettings;
  readonly #report: (line: string) => void;
  /** Groups in the configuration, sorted. The note of a session has one digit per group, in this order. */
  readonly #named: readonly string[];
  readonly #fetchWithin = openProviderFetch();
  readonly #isPlain: boolean;
  #discovered: Promise<ServerMetadata> | null = null;
  /** Monotonic milliseconds. */
  #discoverAgainAt = 0;
  #atWork = 0;

  /** Name of the provider for viewers: its host name, and its port if that is unusual. */
  readonly name: string;
  /** What sessions are bound to: they end when the provider or the named groups change. */
  readonly credential: string;

  constructor({ settings, visibleTo, report }: ProviderOptions) {
    this.#settings = settings;
    this.#report = report;
    const { issuer, clientId, groupsClaim, allowedGroups = [] } = settings;
    const { host, protocol } = new URL(issuer);
    this.name = host;
    this.#isPlain = protocol === 'http:';
    this.#named = [...new Set([...allowedGroups, ...visibleTo])].toSorted();
    this.credential = JSON.stringify(['oidc', issuer, clientId, groupsClaim, allowedGroups, this.#named]);
  }

  /**
   * Returns what the note of a session says about the viewer: the groups, as far as the configuration names them, by the
   * digits at its start, and the name after `_`. Older sessions have no name.
   */
  factsIn(note: string): { readonly groups: readonly string[]; readonly name: string | null } {
    const end = note.indexOf('_');
    return {
      groups: this.#named.filter((_, index) => note[index] === '1'),
      name: end === -1 ? null : shortName(Buffer.from(note.slice(end + 1), 'base64url').toString()),
    };
  }

  /**
   * Begins a log-in.
   * @param base - address of the host as the browser sees it, without a slash at the end.
   * @param asksForAccount - whether the provider shall let the viewer choose another account.
   * @returns the address of the provider, and what the browser must carry until it comes back; or the fault.
   */
  begin(
    base: string,
    next: string,
    asksForAccount: boolean,
  ): Promise<{ readonly location: string; readonly attempt: Attempt } | LogInFault> {
    return this.#limited(async () => {
      const configuration = await this.#configure();
      const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier(), next };
      const { href: location } = buildAuthorizationUrl(configuration, {
        redirect_uri: base + returnPath,
        scope: this.#scope(configuration.serverMetadata()),
        state: attempt.state,
        nonce: nonceOf(attempt),
        code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        ...(asksForAccount && { prompt: otherAccount }),
      });
      return { location, attempt };
    });
  }

  /**
   * Completes a log-in.
   * @param search - query string with which the browser came back.
   * @param attempt - the log-in that it carried.
   */
  finish(base: string, search: string, attempt: Attempt): Promise<LoggedIn | LogInFault> {
    return this.#limited(async () => {
      const configuration = await this.#configure();
      // Without this the library trusts the TLS connection, and checks no signature.
      enableNonRepudiationChecks(configuration);
      const tokens = await authorizationCodeGrant(configuration, new URL(base + returnPath + search), {
        expectedState: attempt.state,
        expectedNonce: nonceOf(attempt),
        pkceCodeVerifier: attempt.verifier,
        idTokenExpected: true,
      });
      const claims = await this.#claimsOf(configuration, tokens);
      const groups = groupsOf(claims[this.#settings.groupsClaim]);
      const { allowedGroups } = this.#settings;
      if (allowedGroups && !allowedGroups.some((group) => groups.has(group)))
        throw new LogInFault(403, 'groups');
      const digits = this.#named.map((group) => (groups.has(group) ? '1' : '0')).join('');
      return { note: `${digits}_${nameOf(claims)}`, idToken: tokens.id_token ?? '' };
    });
  }

  /**
   * Returns the address at which the provider logs the viewer out; `null` if it offers none; or the fault.
   * @param idToken - ID token of the session: with it the provider needs no confirmation.
   * @param returnTo - address to which the provider sends the browser afterwards.
   */
  logOutAddress(idToken: string | undefined, returnTo: string): Promise<string | null | LogInFault> {
    return this.#limited(async () => {
      const configuration = await this.#configure();
      if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
      const hint = idToken === undefined ? {} : { id_token_hint: idToken };
      return buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo, ...hint }).href;
    });
  }

  /** Runs work that uses the provider, and reports its faults. */
  async #limited<T>(work: () => Promise<T>): Promise<T | LogInFault> {
    if (this.#atWork >= mostAtOnce) return new LogInFault(503, 'busy');
    this.#atWork += 1;
    try {
      return await work();
    } catch (cause) {
      const fault = logInFault(cause);
      if (fault.status >= 502) this.#report(faultLine(this.name, fault));
      return fault;
    } finally {
      this.#atWork -= 1;
    }
  }

  /** Makes the library's configuration for one log-in. So its time has a limit, and keys are never old. */
  async #configure(): Promise<Configuration> {
    const fetch = this.#fetchWithin();
    const server = await this.#discover();
    const configuration = new Configuration(server, this.#settings.clientId, {}, this.#authenticate);
    configuration[customFetch] = fetch;
    if (this.#isPlain) allowInsecureRequests(configuration);
    return configuration;
  }

  /** Adds the client secret to a request. It is read each time, because its file may have changed. */
  readonly #authenticate: ClientAuth = (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const by = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    return by(this.#settings.clientSecret.reveal())(server, ...request);
  };

  /** Returns the discovery document. Simultaneous log-ins share one request. */
  #discover(): Promise<ServerMetadata> {
    if (this.#discovered && performance.now() < this.#discoverAgainAt) return this.#discovered;
    const { issuer, clientId } = this.#settings;
    const discovered = discovery(new URL(issuer), clientId, {}, this.#authenticate, {
      [customFetch]: this.#fetchWithin(longestDiscovery),
      ...(this.#isPlain && { execute: [allowInsecureRequests] }),
    }).then((found) => found.serverMetadata());
    const keepFor = (milliseconds: number) => {
      this.#discoverAgainAt = performance.now() + milliseconds;
    };
    keepFor(Number.POSITIVE_INFINITY);
    const { success, failure } = discoverAgainAfter;
    discovered.then(
      () => keepFor(success),
      () => keepFor(failure),
    );
    this.#discovered = discovered;
    return discovered;
  }

  /**
   * Returns the scopes to request: those that may bring the name and the groups, unless the provider lists its scopes
   * without them.
   */
  #scope({ scopes_supported: known }: ServerMetadata): string {
    const wanted = ['profile', ...(this.#named.length === 0 ? [] : [this.#settings.groupsClaim])];
    return [...new Set(['openid', ...wanted.filter((scope) => known?.includes(scope) ?? true)])].join(' ');
  }

  /** Reads the claims about the viewer in the ID token. If it lacks groups that count, adds the user information. */
  async #claimsOf(
    configuration: Configuration,
    tokens: Awaited<ReturnType<typeof authorizationCodeGrant>>,
  ): Promise<Readonly<Record<string, unknown>>> {
    const claims = tokens.claims();
    const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
    const isComplete = this.#named.length === 0 || claims?.[this.#settings.groupsClaim] !== undefined;
    if (!claims || isComplete || endpoint === undefined) return claims ?? {};
    return { ...claims, ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)) };
  }
}

function groupsOf(claim: unknown): ReadonlySet<unknown> {
  return new Set(Array.isArray(claim) ? claim : [claim]);
}

/** Claims that may name the viewer. The first one that is a text counts. `sub` is always there. */
const nameClaims = ['preferred_username', 'name', 'email', 'sub'] as const;

/** Returns the viewer's name for the note of a session: a short text, encoded as base64url. */
function nameOf(claims: Readonly<Record<string, unknown>>): string {
  const names = nameClaims.map((claim) => shortName(claims[claim]));
  return Buffer.from(names.find((name) => name !== null) ?? '').toString('base64url');
}

/** Returns the digest of a random value that only the browser has (OpenID Connect Core 1.0, 15.5.2). */
function nonceOf({ nonce }: Attempt): string {
  return createHash('sha256').update(nonce).digest('base64url');
}
