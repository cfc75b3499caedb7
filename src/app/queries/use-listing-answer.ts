import { startTransition, use, useContext, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { type Claim, isWeaker } from '#domain/lists/claim.ts';
import { ListGone } from '#domain/lists/list-gone.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { drawnScreen } from '../delivered/drawn-screen.ts';
import { isInHost } from '../ui/host.ts';
import { Awaited, settling } from '../ui/loading/settling.ts';

/**
 * What a listing answers to a question. Keeps the earlier answer until the new one is there, so that nothing flickers;
 * `undefined` before the first, and where the earlier one was of less of the list than is claimed now: the sum of its
 * first rows would stand as that of the whole.
 *
 * @param key - changes whenever the question does.
 * @param awaited - when a reader waits for it, so that it is drawn at once: `always`, as for rows; `when asked`, while there
 * is none to the question, not when the list has grown by itself; or `never`, as for what stands around rows. All else is
 * drawn in pieces, between frames, and gives way to whatever comes meanwhile.
 */
export const useAnswered = isInHost ? useAnsweredInHost : useAnsweredInApp;

/** What listings answered in the host, which draws the same lists again and again: by question, and who asks it. */
const answers = new WeakMap<object, Map<string, Promise<unknown>>>();

/** The host draws once all is answered. */
function useAnsweredInHost<Row, T>(
  listing: Listing<Row> | null,
  key: string,
  ask: (listing: Listing<Row>) => Promise<T>,
): T | undefined {
  if (!listing) return undefined;
  const known = answers.get(listing) ?? new Map<string, Promise<unknown>>();
  answers.set(listing, known);
  const question = `${key} ${String(ask)}`;
  const answer = known.get(question) ?? ask(listing);
  known.set(question, answer);
  // Of this very question: the code that asks it is part of its name.
  return use(answer) as T;
}

function useAnsweredInApp<Row, T>(
  listing: Listing<Row> | null,
  key: string,
  ask: (listing: Listing<Row>) => Promise<T>,
  awaited: 'never' | 'when asked' | 'always' = 'never',
): T | undefined {
  const [answered, setAnswered] = useState<{
    readonly key: string;
    readonly value: T;
    readonly claim: Claim;
  }>();
  const isAtOnce = awaited === 'always';
  const isAwaitedFirst = useContext(Awaited) && listing !== null && answered === undefined;
  // Whoever takes the place of what the host drew waits from the frame in which it is asked to the one that shows it.
  useLayoutEffect(() => (isAwaitedFirst ? settling() : undefined), [isAwaitedFirst]);
  const begin = useEffectEvent(() => {
    if (!listing) return undefined;
    const { claim } = listing;
    let current = true;
    const isThere = answered?.key === key && !isWeaker(answered.claim, claim);
    // Behind a drawn screen nobody is kept waiting, and what is drawn in pieces gives way again and again.
    const isBehind = isAwaitedFirst && drawnScreen() !== null;
    const isAwaited = isAtOnce || isBehind || (awaited === 'when asked' && !isThere);
    const show = (value: T) => {
      if (!current) return;
      if (isAwaited) setAnswered({ key, value, claim });
      else startTransition(() => setAnswered({ key, value, claim }));
    };
    ask(listing).then(show, (cause: unknown) => {
      // The next listing, which is on its way, is asked the same.
      if (!current || cause instanceof ListGone) return;
      setAnswered(() => {
        throw cause;
      });
    });
    return () => {
      current = false;
    };
  });
  // Rows that are at hand stand in the first frame of their table.
  useLayoutEffect(() => (isAtOnce ? begin() : undefined), [listing, key, isAtOnce]);
  useEffect(() => (isAtOnce ? undefined : begin()), [listing, key, isAtOnce]);
  if (!listing || !answered) return undefined;
  // Rows are true one by one, whatever they are part of.
  return isAtOnce || !isWeaker(answered.claim, listing.claim) ? answered.value : undefined;
}
