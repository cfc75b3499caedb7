import { hostAddress } from '#app/delivered/base.ts';

/** Timeout in milliseconds. A healthy host responds at once. */
const patience = 5_000;

/**
 * Requests `/healthz` of the host that served this page.
 * @returns why there was no response; `null` after any response, whatever its status.
 */
export async function requestHost(): Promise<string | null> {
  try {
    // A proxy in front of the host may redirect to another origin.
    const init = { cache: 'no-store', redirect: 'manual', signal: AbortSignal.timeout(patience) } as const;
    await fetch(hostAddress('healthz'), init);
    return null;
  } catch (cause) {
    return cause instanceof DOMException && cause.name === 'TimeoutError'
      ? `no response within ${patience / 1000} s`
      : 'no connection';
  }
}
