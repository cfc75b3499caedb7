/** Runs `edgewatch status --ready`: requests `/readyz` of a running host. Containers use it as health check. */

import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { withoutEndSlashes } from '#contract/end-slashes.ts';
import { isLoopback } from '../configuration/host-names.ts';

/** Maximum milliseconds until the response. Health checks of containers usually wait five seconds. */
const longestWait = 4_000;

/**
 * Requests `/readyz` from the host at `url`.
 * @returns why the host is not ready, as a clause; `null` if it is ready.
 */
export function whyNotReady(url: string): Promise<string | null> {
  const target = new URL(`${withoutEndSlashes(url)}/readyz`);
  const signal = AbortSignal.timeout(longestWait);
  // A certificate names the public name of the host, not loopback. The request contains no secret.
  const options = { signal, agent: false, rejectUnauthorized: !isLoopback(target.hostname) } as const;
  return new Promise((settle) => {
    const sent = target.protocol === 'https:' ? secureRequest(target, options) : request(target, options);
    sent.on('response', (response) => {
      response.resume();
      settle(response.statusCode === 200 ? null : `the response has status ${response.statusCode}`);
    });
    sent.on('error', (error) => {
      settle(signal.aborted ? `no response within ${longestWait / 1000} s` : error.message);
    });
    sent.end();
  });
}
