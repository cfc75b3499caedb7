/** A log-in at the identity provider while it is under way. The browser carries it in a cookie of its own. */

import { z } from 'zod';
import { attemptCookie, cookiesNamed } from '../cookies.ts';

/** Maximum number of log-ins that a browser carries, such as those of several tabs. */
const mostAttempts = 4;
/** Maximum characters of the older log-ins: a proxy may refuse a `Cookie` header of more than 8 KiB. */
const mostCharacters = 4_000;

const random = z.string().regex(/^[\w-]{43}$/);
const attemptForm = z.strictObject({ state: random, nonce: random, verifier: random, next: z.string() });

/** `next`: page to open afterwards. The provider gets digests of `nonce` and `verifier`. */
export type Attempt = z.output<typeof attemptForm>;

/** Returns the cookie name of a log-in, so that log-ins in several tabs do not replace each other. */
export function attemptName(state: string): string {
  return `${attemptCookie}-${state.slice(0, 8)}`;
}

export function writeAttempt(attempt: Attempt): string {
  return Buffer.from(JSON.stringify(attempt)).toString('base64url');
}

function readAttempt(text: string): Attempt | null {
  try {
    return attemptForm.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    return null;
  }
}

/** Finds the log-in with this `state` among the cookies. */
export function findAttempt(cookies: string | null, state: string): Attempt | null {
  const carried = cookiesNamed(cookies, attemptName(state)).map(readAttempt);
  return carried.find((each) => each?.state === state) ?? null;
}

/** Returns the cookie names of the log-ins that are too many or too long when another one begins. */
export function attemptsToForget(cookies: string | null): readonly string[] {
  let characters = 0;
  // Browsers send the oldest cookie first.
  const newestFirst = [
    ...(cookies ?? '').matchAll(/(?<=^|; ?)(edgewatch-attempt-[\w-]{8})=[^;]*/g),
  ].toReversed();
  return newestFirst.flatMap(([pair, name = ''], index) => {
    characters += pair.length;
    return index >= mostAttempts - 1 || characters > mostCharacters ? name : [];
  });
}
