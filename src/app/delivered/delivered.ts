/** What the host delivered with the document, so that the first screen needs no second round trip. */

import type { Received, Transport } from '#client/exchange.ts';
import { isPlainObject } from '#contract/json/parse.ts';
import type { DeliveredTally } from '#domain/verdict/delivered-tally.ts';
import { isInHost } from '../ui/host.ts';
import { now } from '../ui/time/clock.ts';
import { dataBlock, hostAddress } from './base.ts';
import { takePrefetched } from './prefetched.ts';

/** What the host knows of the lists of the deployments here (host/gateway/tallies.ts). */
export const deliveredTallies: readonly DeliveredTally[] = (() => {
  const list = dataBlock('tallies');
  // Written by the host of this very build (host/http/shell.ts).
  return Array.isArray(list) ? (list as readonly DeliveredTally[]) : [];
})();

/** The content of `/config.json`, where the host put it into the document. */
export const deliveredConfig: unknown = dataBlock('config');

function readDelivered(): Map<string, Response> {
  const answers = new Map<string, Response>();
  const list = dataBlock('delivered');
  for (const entry of Array.isArray(list) ? list : []) {
    if (!isPlainObject(entry)) continue;
    const { url, status, headers, body } = entry;
    if (typeof url !== 'string' || typeof status !== 'number' || typeof body !== 'string') continue;
    if (!isPlainObject(headers)) continue;
    const pairs = Object.entries(headers).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    );
    answers.set(hostAddress(url), new Response(body, { status, headers: pairs }));
  }
  return answers;
}

const delivered = readDelivered();

/** The document's first byte: nothing delivered in it can be younger. Reading it later makes it no fresher. */
export const documentAt = (() => {
  const [navigation] = performance.getEntriesByType('navigation');
  const start =
    !isInHost && navigation instanceof PerformanceNavigationTiming
      ? navigation.responseStart
      : performance.now();
  return now() - Math.max(0, performance.now() - start);
})();

/** Whether the first request to an address is already answered. */
export function isDelivered(address: string): boolean {
  return delivered.has(address);
}

/** `fetch`, except that an answer delivered, or on its way, stands in for the first request to its address. */
export const transport: Transport = async (url, init): Promise<Received> => {
  const answer = delivered.get(url);
  if (answer) {
    delivered.delete(url);
    return { response: answer, at: documentAt };
  }
  // Who asks past what is in hand wants an answer as it is sent.
  const asked = init.cache === 'no-cache' ? undefined : await takePrefetched(url, init.signal);
  if (asked) return { response: asked.response, at: now() - (performance.now() - asked.at) };
  return { response: await fetch(url, init) };
};
