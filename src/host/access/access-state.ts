/**
 * State of access control besides its settings: sessions, wrong guesses and wall links. It survives changes
 * of the configuration.
 */

import { join } from 'node:path';
import { Guesses } from './guesses.ts';
import { PasswordCheck } from './password.ts';
import { Sessions } from './sessions.ts';
import { SigningKeys } from './signing-keys.ts';
import { WallLinks } from './wall-links.ts';

export interface AccessState {
  readonly passwords: Pick<PasswordCheck, 'isRight'>;
  readonly guesses: Guesses;
  /** Failed log-ins at the identity provider. */
  readonly failedReturns: Guesses;
  readonly sessions: Sessions;
  readonly wallLinks: WallLinks;
  /** Returns the current time in epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Opens the state of access control.
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
    passwords: new PasswordCheck(),
    guesses: new Guesses(),
    failedReturns: new Guesses(),
    sessions: new Sessions({ keys, file: inFolder('ended-sessions.json'), report }),
    wallLinks: new WallLinks(folder, report),
    now,
  };
}
