/** Looks for another configuration while a page is open: a host may be given one without a restart. */

import { now, subscribeToSeconds } from '../ui/time/clock.ts';
import { isAlerting, isHidden } from '../ui/time/visibility.ts';

/** Milliseconds between two looks: the host itself takes some ten seconds to notice. */
const lookPause = 30_000;

/** Starts watching; a hidden tab that nobody waits for looks once it is shown. */
export function watchConfiguration(): void {
  let lookedAt = now();
  let isLooking = false;
  // Before the host may be gone: then it could not be had, and each try would be an error of the page.
  const code = import('../delivered/renew-config.ts').catch(() => null);
  const look = async () => {
    isLooking = true;
    // Where the host does not answer, or with something else, what is known stays.
    const loaded = (await code) ?? (await import('../delivered/renew-config.ts').catch(() => null));
    await loaded?.renewConfig().catch(() => undefined);
    lookedAt = now();
    isLooking = false;
  };
  subscribeToSeconds(() => {
    const isDue = now() - lookedAt >= lookPause && (!isHidden() || isAlerting());
    if (isDue && !isLooking) void look();
  });
}
