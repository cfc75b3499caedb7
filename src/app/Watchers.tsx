/** Those who watch what reaches the query cache; nobody's first screen waits for them. */

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchAlerts } from './alerts/watch.ts';
import { pollMilliseconds } from './config.ts';
import { watchTab } from './frame/tab.ts';
import { watchWayBack } from './frame/way-back.ts';
import { watchForNewBuild } from './new-build.ts';
import { watchLists } from './observe/tally-lists.ts';
import { watchOverdue } from './queries/catch-up.ts';
import { watchHeldLists } from './queries/held-lists.ts';
import { watchReach } from './queries/reach.ts';
import { watchRecovery } from './queries/recovery.ts';
import { watchRoster } from './roster/store.ts';
import { watchSession } from './session/store.ts';
import { watchVocabulary } from './session/vocabulary-store.ts';

let watched: QueryClient | null = null;

function watch(client: QueryClient): void {
  // For as long as the page is there, and but once: in development effects run twice.
  if (watched === client) return;
  watched = client;
  watchAlerts(client);
  watchForNewBuild();
  watchOverdue(client, () => pollMilliseconds);
  watchHeldLists(client);
  watchLists(client);
  watchReach(client);
  watchRecovery(client);
  watchRoster();
  watchSession(client);
  watchTab(client);
  watchVocabulary(client);
  watchWayBack();
}

export default function Watchers() {
  const client = useQueryClient();
  useEffect(() => watch(client), [client]);
  return null;
}
