/** Those who watch what reaches the query cache; nobody's first screen waits for them. */

import type { QueryClient } from '@tanstack/react-query';
import { watchRecovery } from './queries/recovery.ts';
import { watchSession } from './session/store.ts';

export function watch(client: QueryClient): void {
  watchRecovery(client);
  watchSession(client);
}
