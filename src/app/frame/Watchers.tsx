/** Starts all watchers of the query cache. It is a lazy chunk of its own. */

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pollMilliseconds } from '../delivered/config.ts';
import { watchForNewBuild } from '../delivered/new-build.ts';
import { watchAlerts } from '../observe/alerts/watch.ts';
import { watchConfiguration } from '../observe/configuration.ts';
import { watchCachedLists } from '../observe/lists/cached-lists.ts';
import { watchTallies } from '../observe/lists/tally-lists.ts';
import { watchOverdue } from '../observe/requests/catch-up.ts';
import { watchRecovery } from '../observe/requests/recovery.ts';
import { watchRoster } from '../observe/roster/store.ts';
import { watchContradictions } from '../observe/session/contradictions.ts';
import { watchSession } from '../observe/session/store.ts';
import { watchVocabulary } from '../observe/session/vocabulary-store.ts';
import { watchReach } from '../observe/verdicts/reach.ts';
import { watchHistory } from '../queries/history/refresh.ts';
import { keepTrying } from '../ui/loading/keep-trying.ts';
import type { Part } from '../ui/loading/part.ts';
import { type PartAt, watchIntent } from './intent.ts';
import { watchTab } from './tab.ts';
import { watchWayBack } from './way-back.ts';

let watched: QueryClient | null = null;

interface Pages {
  readonly partAt: PartAt;
  readonly statusPage: Part<object>;
}

function watch(client: QueryClient, { partAt, statusPage }: Pages): void {
  // Starts once per client and never stops. In development, React runs effects twice.
  if (watched === client) return;
  watched = client;
  watchAlerts(client);
  watchConfiguration();
  watchContradictions(client);
  watchForNewBuild();
  watchOverdue(client, () => pollMilliseconds);
  watchCachedLists(client);
  watchHistory(client);
  watchTallies(client);
  watchIntent(partAt);
  watchReach(client);
  watchRecovery(client);
  watchRoster();
  watchSession(client);
  watchTab(client);
  watchVocabulary(client);
  watchWayBack();
  // The status page must open even without contact, so its code is loaded in advance.
  void keepTrying(statusPage.load);
}

export default function Watchers({ partAt, statusPage }: Pages) {
  const client = useQueryClient();
  useEffect(() => watch(client, { partAt, statusPage }), [client, partAt, statusPage]);
  return null;
}
