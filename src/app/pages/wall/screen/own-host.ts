/** Watches whether the host of this page responds, while a wall is open. */

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { hostAddress } from '#app/delivered/base.ts';
import { pollMilliseconds } from '#app/delivered/config.ts';
import { subscribeToFeeds } from '#app/observe/feeds.ts';
import { requestHost } from '#app/queries/host/request-host.ts';
import { idleQueriesOnScreen, isFailing, isStatusQuery } from '#app/queries/idle-queries.ts';
import { feedOfQuery, queriesOf } from '#app/queries/keys.ts';
import { now, subscribeToSeconds } from '#app/ui/time/clock.ts';
import type { Deployment } from '#contract/host.ts';
import {
  afterFeeds,
  afterHostRequest,
  type HostContact,
  lastContactOf,
  nextHostRequestAt,
  untriedHost,
} from '#domain/failures/own-host.ts';

let contact: HostContact = untriedHost;
const listeners = new Set<() => void>();

function setContact(next: HostContact): void {
  if (next === contact) return;
  contact = next;
  for (const listener of listeners) listener();
}

function feedsOf(client: QueryClient, slugs: ReadonlySet<string>) {
  return [...slugs].flatMap((slug) => queriesOf(client, slug)).map(feedOfQuery);
}

/**
 * Whether the host of this page forwards requests to the deployment. Otherwise the browser sends them to
 * another origin.
 */
function isPassedOn({ baseUrl }: Deployment): boolean {
  return new URL(hostAddress(baseUrl), globalThis.location.href).origin === globalThis.location.origin;
}

function watch(client: QueryClient, deployments: readonly Deployment[]): () => void {
  const all = new Set(deployments.map(({ slug }) => slug));
  const passedOn = new Set(deployments.filter(isPassedOn).map(({ slug }) => slug));
  let isAsking = false;
  const ask = async () => {
    isAsking = true;
    const askedAt = now();
    const wasLost = contact.isLost;
    const summary = await requestHost();
    setContact(afterHostRequest(contact, { requestedAt: askedAt, summary }, now(), pollMilliseconds));
    isAsking = false;
    if (!wasLost || contact.isLost) return;
    // The host is back: retries at once what failed through it.
    for (const query of idleQueriesOnScreen(client, false))
      if (isStatusQuery(query) && isFailing(feedOfQuery(query), now())) void query.fetch();
  };
  const update = () => {
    const word = lastContactOf(feedsOf(client, all));
    setContact(afterFeeds(contact, word, lastContactOf(feedsOf(client, passedOn))));
    if (!isAsking && nextHostRequestAt(contact, word, pollMilliseconds) <= now()) void ask();
  };
  update();
  const stops = [subscribeToSeconds(update), subscribeToFeeds(client, update)];
  return () => {
    for (const stop of stops) stop();
  };
}

export function useWatchedHost(deployments: readonly Deployment[]): void {
  const client = useQueryClient();
  useEffect(() => watch(client, deployments), [client, deployments]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOwnHost(): HostContact {
  return useSyncExternalStore(subscribe, () => contact);
}

/** When the host last responded, epoch milliseconds; `null` before, and if the newest request failed. */
export function useHostRespondedAt(): number | null {
  return useSyncExternalStore(subscribe, () => (contact.run === 0 ? contact.answeredAt : null));
}

export function useIsHostLost(): boolean {
  return useSyncExternalStore(subscribe, () => contact.isLost);
}
