import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useDeployments } from '#app/delivered/config.ts';
import { contactIn } from '#app/observe/contact.ts';
import { feedsOnScreen } from '#app/queries/keys.ts';
import { now, useSecond } from '#app/ui/time/clock.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { logInEnded } from '#domain/failures/cause.ts';
import { formatClock, formatDuration } from '#domain/text/format.ts';

/** Returns when the browser reported the loss of its network, epoch milliseconds; `null` while online. */
function useNetworkLostAt(): number | null {
  const [lostAt, setLostAt] = useState<number | null>(null);
  useEffect(() => {
    const lose = () => setLostAt(now());
    const find = () => setLostAt(null);
    globalThis.addEventListener('offline', lose);
    globalThis.addEventListener('online', find);
    return () => {
      globalThis.removeEventListener('offline', lose);
      globalThis.removeEventListener('online', find);
    };
  }, []);
  return lostAt;
}

/**
 * Whether no response arrived after `moment`. In a closed network, a device may report `offline` and still
 * get responses.
 */
function isSilentSince(feeds: readonly Feed<unknown>[], moment: number): boolean {
  return feeds.every(({ answer }) => (answer?.receivedAt ?? 0) <= moment);
}

/** One banner in place of many errors if everything on the screen fails. */
export function NoContactNotice() {
  const client = useQueryClient();
  const time = Math.max(useSecond(), now());
  const feeds = feedsOnScreen(client);
  const deployments = useDeployments();
  const contact = contactIn(client, time);
  const isBlind = contact.kind === 'blind';
  const lostAt = useNetworkLostAt();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-blind', isBlind);
    return () => document.documentElement.removeAttribute('data-blind');
  }, [isBlind]);
  if (!isBlind) {
    if (lostAt === null || !isSilentSince(feeds, lostAt)) return null;
    return (
      <Banner title="This device reports that it has lost its network">
        Nothing has come since {formatClock(lostAt)}. What stands below grows old.
      </Banner>
    );
  }
  const { since, failure } = contact;
  const wait = contact.nextRequestAt - time;
  // If an API has another origin, the host of this page may still respond.
  const isHosted = deployments.every(({ baseUrl }) => !/^https?:/.test(baseUrl));
  const hasRead = feeds.some(({ answer }) => answer !== null);
  if (failure?.reason === 'proxy-log-in')
    return (
      <Banner title={`${logInEnded}.`}>
        <button type="button" className="control no-print mr-3" onClick={() => globalThis.location.reload()}>
          Reload
        </button>
        {hasRead && `Data is from ${formatClock(since)} and may no longer be true.`}
      </Banner>
    );
  return (
    <Banner title={hasRead ? `No contact since ${formatClock(since)}` : 'No contact since this page opened'}>
      {failure && isHosted && `Its own host ${failure.status === null ? 'does not answer' : 'answers'}. `}
      {failure ? `Last try failed: ${failure.summary}. ` : 'No newer response has arrived. '}
      {/* Only a hint, because `onLine` may be false in a closed network that works. */}
      {navigator.onLine ? '' : 'This device reports that it has no network. '}
      {wait > 0 && Number.isFinite(wait)
        ? `Next try in ${formatDuration(Math.ceil(wait / 1000) * 1000)}. `
        : 'Trying now. '}
      {hasRead && 'The data below may no longer be true.'}
    </Banner>
  );
}

function Banner({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <aside aria-label="Contact" className="hatch-foot border-b border-line-strong bg-s1">
      <div className="sheet pt-3 pb-5">
        <p className="text-[18px] leading-6 font-[600]">{title}</p>
        <p className="text-text-2">{children}</p>
      </div>
    </aside>
  );
}
