import { useEffect } from 'react';
import { keepsHistory } from '#app/delivered/config.ts';
import { readTallies } from '#app/delivered/read-tallies.ts';
import { seedDeliveredTallies } from '#app/observe/verdicts/tallies.ts';
import { now, subscribeToSeconds } from '#app/ui/time/clock.ts';
import { isHidden } from '#app/ui/time/visibility.ts';

/**
 * Minimum milliseconds between two requests for the observer's totals. The observer itself reads long lists
 * every 15 minutes.
 */
const pause = 5 * 60_000;
/** Requests the newest totals of the observer. After a failure, the earlier totals stay. */
async function renewTotals(): Promise<void> {
  const tallies = await readTallies();
  if (tallies) seedDeliveredTallies(tallies, now());
}

export default function FreshTotals() {
  useEffect(() => {
    if (!keepsHistory) return undefined;
    let requestedAt = now();
    return subscribeToSeconds(() => {
      if (isHidden() || now() - requestedAt < pause) return;
      requestedAt = now();
      void renewTotals().catch(() => undefined);
    });
  }, []);
  return null;
}
