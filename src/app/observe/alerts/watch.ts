/** Starts alerts for changes for the worse, if notifications or sound are on. */

import type { QueryClient } from '@tanstack/react-query';
import { now, subscribeToSeconds } from '#app/ui/time/clock.ts';
import { alertAt, noAlerts, withReading } from '#domain/memory/alerts.ts';
import { snapshotsOnScreen } from '../deployment-snapshots.ts';
import { isNotifying, isSounding } from './alert-preferences.ts';
import { notify } from './notify.ts';
import { readingsOf } from './readings.ts';
import { playTone, prepareTone } from './tone.ts';

export function watchAlerts(client: QueryClient): void {
  let state = noAlerts;
  if (isSounding()) prepareTone();
  subscribeToSeconds(() => {
    if (!isNotifying() && !isSounding()) {
      // Problems that began before alerts were turned on cause no alert.
      state = noAlerts;
      return;
    }
    state = snapshotsOnScreen(client).flatMap(readingsOf).reduce(withReading, state);
    const [next, alert] = alertAt(state, now());
    state = next;
    if (!alert) return;
    if (isNotifying()) notify(alert);
    if (isSounding() && alert.worse.length > 0) playTone();
  });
}
