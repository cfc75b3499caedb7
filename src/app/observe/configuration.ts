/** Checks for a changed configuration while a page is open. A host can load a new one without a restart. */

import { now, subscribeToSeconds } from '../ui/time/clock.ts';
import { isAlerting, isHidden } from '../ui/time/visibility.ts';

/** Minimum milliseconds between two checks. The host itself takes about ten seconds to notice a change. */
const checkPause = 30_000;

/** Starts periodic checks of the configuration. A hidden tab without alerts checks when it is shown again. */
export function watchConfiguration(): void {
  let lookedAt = now();
  let isLooking = false;
  // Loaded in advance, because the host may be unreachable later and each failed import would log an error.
  const code = import('../delivered/renew-config.ts').catch(() => null);
  const check = async () => {
    isLooking = true;
    // After a failed or invalid response, the current configuration stays.
    const loaded = (await code) ?? (await import('../delivered/renew-config.ts').catch(() => null));
    await loaded?.renewConfig().catch(() => undefined);
    lookedAt = now();
    isLooking = false;
  };
  subscribeToSeconds(() => {
    const isDue = now() - lookedAt >= checkPause && (!isHidden() || isAlerting());
    if (isDue && !isLooking) void check();
  });
}
