/**
 * React contexts of a panel: freshness and trust of its data, and contact. They decide whether a good state
 * may be green.
 */

import { createContext, type ReactNode, useContext } from 'react';
import { useTimed } from '#app/ui/time/clock.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { type Freshness, freshnessOfAll, worstFreshness } from '#domain/answer/freshness.ts';
import { type Trust, trustOfAll } from '#domain/answer/source-clock.ts';
import { confirmedSeverity } from '#domain/severity/confirmed-severity.ts';
import type { Severity } from '#domain/severity/severity.ts';

const TrustContext = createContext<Trust>('proven');
const FreshnessContext = createContext<Freshness>('waiting');
const OutOfContact = createContext(false);

/**
 * Whether the host or the deployment does not respond. Nothing inside then counts as confirmed, however fresh
 * its response is.
 */
export function useOutOfContact(): boolean {
  return useContext(OutOfContact);
}

/** Marks its content as without contact if `isLost`, or if a provider around it does. */
export function ContactProvider({
  isLost,
  children,
}: {
  readonly isLost: boolean;
  readonly children: ReactNode;
}) {
  return <OutOfContact value={useOutOfContact() || isLost}>{children}</OutOfContact>;
}

export function useSurroundingFreshness(): Freshness {
  return useContext(FreshnessContext);
}

/**
 * Returns the freshness that content may have on this page: everything is `past` on a page of the past, and `lost`
 * without contact.
 * @param own - freshness by the responses of the content
 */
export function useShownFreshness(own: Freshness): Freshness {
  const isLost = useOutOfContact();
  return useMoment() !== null ? 'past' : isLost ? 'lost' : own;
}

/** Returns the worst freshness of `feeds`. Causes a render only when that changes. */
export function useFreshness(feeds: readonly Feed<unknown>[]): Freshness {
  return useShownFreshness(useTimed((now) => freshnessOfAll(feeds, now)));
}

/** Returns whether the newest response of the surrounding panel proves its state. */
export function useSurroundingTrust(): Trust {
  return useContext(TrustContext);
}

export function useConfirmedSeverity(severity: Severity): Severity {
  return confirmedSeverity(severity, useSurroundingFreshness(), useSurroundingTrust());
}

export function FreshnessProvider({
  value,
  children,
}: {
  readonly value: Freshness;
  readonly children: ReactNode;
}) {
  return <FreshnessContext value={value}>{children}</FreshnessContext>;
}

/** An element whose marks depend on the freshness of `feeds`, and on that of `also` if given. */
export function Confirmed({
  feeds,
  also,
  as: Tag = 'div',
  className,
  children,
}: {
  readonly feeds: readonly Feed<unknown>[];
  readonly also?: { readonly freshness: Freshness };
  readonly as?: 'div' | 'section' | 'li' | 'header' | 'article';
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const ofFeeds = useFreshness(feeds);
  const freshness = useShownFreshness(also ? worstFreshness([ofFeeds, also.freshness]) : ofFeeds);
  return (
    <Tag data-freshness={freshness} className={className}>
      <TrustContext value={trustOfAll(feeds)}>
        <FreshnessProvider value={freshness}>{children}</FreshnessProvider>
      </TrustContext>
    </Tag>
  );
}
