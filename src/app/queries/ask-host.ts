/** Whether the host that this page came from answers at all. */

import { hostAddress } from '../delivered/base.ts';

/** Milliseconds: to say that it is there takes a host no time. */
const patience = 5_000;

/** Why the host gave no answer; `null` where it gave one, whatever that says. */
export async function askHost(): Promise<string | null> {
  try {
    // A proxy in front of it may redirect to another origin.
    const init = { cache: 'no-store', redirect: 'manual', signal: AbortSignal.timeout(patience) } as const;
    await fetch(hostAddress('healthz'), init);
    return null;
  } catch (cause) {
    return cause instanceof DOMException && cause.name === 'TimeoutError'
      ? `no answer within ${patience / 1000} s`
      : 'no connection';
  }
}
