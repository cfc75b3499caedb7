/** Finds, begins and ends the sessions of viewers, from the password and from the identity provider. */

import type { SessionKind } from '#contract/host.ts';
import type { AccessSettings } from '../configuration/settings.ts';
import { StoreFailure } from '../history/store/store.ts';
import type { AccessState } from './access-state.ts';
import { cookiesNamed, sessionCookie } from './cookies.ts';
import type { ProviderLogIn } from './provider/provider-log-in.ts';

export interface Viewer {
  readonly kind: SessionKind;
  readonly groups: readonly string[];
  /** Name of the person, if access control knows it. */
  readonly name: string | null;
}

interface OpenSession {
  readonly token: string;
  readonly credential: string;
  readonly viewer: Viewer;
}

/** A way to log in. A change of its credential ends its sessions. */
interface WayIn {
  readonly kind: SessionKind;
  readonly credential: string;
  readonly factsIn: (note: string) => Pick<Viewer, 'groups' | 'name'>;
}

export class ViewerSessions {
  readonly #state: Pick<AccessState, 'sessions' | 'now'>;
  readonly #access: AccessSettings;
  readonly #provider: ProviderLogIn | null;

  constructor(state: AccessState, access: AccessSettings, provider: ProviderLogIn | null) {
    this.#state = state;
    this.#access = access;
    this.#provider = provider;
  }

  /** Returns the valid session among the cookies; `null` if there is none. */
  find(cookies: string | null): OpenSession | null {
    const { sessions, now } = this.#state;
    const ways = this.#waysIn();
    for (const token of cookiesNamed(cookies, sessionCookie))
      for (const { kind, credential, factsIn } of ways) {
        const note = sessions.noteOf(token, credential, now());
        if (note !== null) return { token, credential, viewer: { kind, ...factsIn(note) } };
      }
    return null;
  }

  /**
   * Begins a session, and ends the one among the cookies.
   * @returns the session token; `null` if the database does not store it.
   */
  async begin(cookies: string | null, credential: string, note?: string): Promise<string | null> {
    const { sessions, now } = this.#state;
    const before = this.find(cookies);
    try {
      const token = await sessions.begin(credential, now(), note);
      if (before) await sessions.end(before.token, before.credential, now());
      return token;
    } catch (cause) {
      if (cause instanceof StoreFailure) return null;
      throw cause;
    }
  }

  /** Ends all sessions among the cookies. */
  async end(cookies: string | null): Promise<void> {
    const { sessions, now } = this.#state;
    const ways = this.#waysIn();
    await Promise.all(
      cookiesNamed(cookies, sessionCookie).flatMap((token) =>
        ways.map(({ credential }) => sessions.end(token, credential, now())),
      ),
    );
  }

  #waysIn(): readonly WayIn[] {
    const { password } = this.#access;
    const provider = this.#provider;
    const ways: WayIn[] = [];
    if (password)
      ways.push({
        kind: 'password',
        credential: password.reveal(),
        factsIn: () => ({ groups: [], name: null }),
      });
    if (provider) {
      const { credential } = provider;
      ways.push({ kind: 'oidc', credential, factsIn: (note) => provider.factsIn(note) });
    }
    return ways;
  }
}
