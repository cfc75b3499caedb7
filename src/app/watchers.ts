/** Those who watch what reaches the query cache; nobody's first screen waits for them. */

import type { QueryClient } from '@tanstack/react-query';
import { watchAlerts } from './alerts/watch.ts';
import { pollMilliseconds } from './config.ts';
import { watchTab } from './frame/tab.ts';
import { watchWayBack } from './frame/way-back.ts';
import { watchForNewBuild } from './new-build.ts';
import { watchOverdue } from './queries/catch-up.ts';
import { watchHeldLists } from './queries/held-lists.ts';
import { watchReach } from './queries/reach.ts';
import { watchRecovery } from './queries/recovery.ts';
import { watchRoster } from './roster/store.ts';
import { watchSession } from './session/store.ts';
import { watchVocabulary } from './session/vocabulary-store.ts';

export function watch(client: QueryClient): void {
  watchAlerts(client);
  watchForNewBuild();
  watchOverdue(client, () => pollMilliseconds);
  watchHeldLists(client);
  watchReach(client);
  watchRecovery(client);
  watchRoster();
  watchSession(client);
  watchTab(client);
  watchVocabulary(client);
  watchWayBack();
}
