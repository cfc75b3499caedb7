import { decodeTallies } from '#domain/first-screen/decode-tallies.ts';
import type { DeliveredTally } from '#domain/first-screen/delivered-tally.ts';
import { hostAddress } from './base.ts';

const patience = 15_000;

/**
 * Requests the host's counts of regions and nodes per state, for all deployments. Returns `null` after an
 * error response.
 * @throws an error of `fetch`.
 */
export async function readTallies(): Promise<readonly DeliveredTally[] | null> {
  const signal = AbortSignal.timeout(patience);
  const address = hostAddress('config/tallies.json');
  const response = await fetch(address, { cache: 'no-store', redirect: 'manual', signal });
  return response.ok ? decodeTallies(await response.json()) : null;
}
