/** Data that the host embedded in the HTML document, so that the first screen needs no second round trip. */

import type { Received, Transport } from '#client/exchange.ts';
import { isPlainObject } from '#contract/json/parse.ts';
import { type Clocks, unknownClocks } from '#domain/answer/service-clock.ts';
import type { DeliveredTally } from '#domain/first-screen/delivered-tally.ts';
import { isInHost } from '../ui/host.ts';
import { now } from '../ui/time/clock.ts';
import { dataBlock, hostAddress } from './base.ts';
import { takePrefetched } from './prefetched.ts';

/**
 * The host's counts of regions and nodes per state, for all configured deployments, from the HTML document
 * (host/gateway/tallies.ts).
 */
export let deliveredTallies: readonly DeliveredTally[] = (() => {
  const list = dataBlock('tallies');
  // Written by a host of the same build (host/routes/shell.ts).
  return Array.isArray(list) ? (list as readonly DeliveredTally[]) : [];
})();

export const deliveredConfig: unknown = dataBlock('config');

/**
 * The host's time (ISO 8601) in a document that a shared cache may have stored (`sharedCache`); `undefined` in all
 * other documents.
 */
export const documentServed: unknown = dataBlock('served');

/** Clock differences that are known at the start. Only `host` may be known. */
export let clocksAtStart: Clocks = unknownClocks;

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

/** Time of the document's first byte. Embedded responses are at least this old, whenever they are read. */
export let documentAt = (() => {
  const [navigation] = performance.getEntriesByType('navigation');
  const start =
    !isInHost && navigation instanceof PerformanceNavigationTiming
      ? navigation.responseStart
      : performance.now();
  return now() - Math.max(0, performance.now() - start);
})();

/**
 * Sets the true time of a document from a shared cache (date-document.ts).
 * @param at - epoch milliseconds; `null` if the document is too old to be used: its responses are then dropped.
 */
export function dateDocument(at: number | null, clocks: Clocks): void {
  clocksAtStart = clocks;
  if (at !== null) {
    documentAt = Math.min(documentAt, at);
    return;
  }
  delivered.clear();
  deliveredTallies = [];
}

/** Whether the HTML document has an embedded response for the first request to an address. */
export function isDelivered(address: string): boolean {
  return delivered.has(address);
}

/** A `fetch` that takes an embedded or prefetched response for the first request to an address. */
export const transport: Transport = async (url, init): Promise<Received> => {
  const answer = delivered.get(url);
  if (answer) {
    delivered.delete(url);
    return { response: answer, at: documentAt };
  }
  // A `no-cache` request must get a fresh response, so no prefetched one.
  const prefetched = init.cache === 'no-cache' ? undefined : await takePrefetched(url, init.signal);
  if (prefetched) return { response: prefetched.response, at: now() - (performance.now() - prefetched.at) };
  return { response: await fetch(url, init) };
};
