/**
 * State of access control besides its settings: sessions, wrong guesses and wall links. It survives changes
 * of the configuration.
 */

import { join } from 'node:path';
import { Guesses } from './guesses.ts';
import { PasswordCheck } from './password.ts';
import { type SessionStore, Sessions } from './sessions.ts';
import { SigningKeys } from './signing-keys.ts';
import { WallLinks } from './wall-links.ts';

/** The state that several hosts share by a database. */
export interface SharedState {
  /** Resolves once this host knows what other hosts stored until now, as far as the database responds. */
  refresh(): Promise<void>;
  readonly isResponding: boolean;
}

export interface AccessState {
  readonly passwords: Pick<PasswordCheck, 'isRight'>;
  readonly guesses: Guesses;
  /** Failed log-ins at the identity provider. */
  readonly failedReturns: Guesses;
  readonly sessions: SessionStore;
  readonly wallLinks: Pick<WallLinks, 'find'>;
  /** `null`: the state is in the data folder. */
  readonly shared: SharedState | null;
  /** Returns the current time in epoch milliseconds. */
  readonly now: () => number;
}

/** The part of the state that ends with the process. */
export function ownAccessState(now: () => number) {
  return {
    passwords: new PasswordCheck(),
    guesses: new Guesses(),
    failedReturns: new Guesses(),
    now,
  };
}

/**
 * Opens the state of access control in the data folder.
 * @param folder - data folder. With `null`, sessions end with the process, and there are no wall links.
 */
export function openAccessState(
  folder: string | null,
  report: (line: string) => void,
  now = () => Date.now(),
): AccessState {
  const inFolder = (name: string) => (folder === null ? null : join(folder, name));
  const keys = new SigningKeys(inFolder('session-keys.json'), report);
  return {
    ...ownAccessState(now),
    sessions: new Sessions({ keys, file: inFolder('ended-sessions.json'), report }),
    wallLinks: new WallLinks(folder, report),
    shared: null,
  };
}
