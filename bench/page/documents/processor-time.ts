/** Measures the CPU time of a cached document and of a newly rendered one. */

import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { processorMilliseconds } from '../../support/programs.ts';
import { get } from './get.ts';

/** CPU milliseconds per response, all threads of the host together. */
export interface DocumentCost {
  readonly anew: number;
  readonly cached: number;
  /** Bytes of the compressed document. */
  readonly bytes: number;
}

/** Milliseconds within one clock second during which a page is requested repeatedly. */
const cachedMilliseconds = 400;
/** Milliseconds in which the host may finish its work after the last byte. */
const restMilliseconds = 40;

/** Waits for the next clock second if too little of the current one is left. */
async function youngSecond(): Promise<void> {
  const age = Date.now() % 1000;
  if (age > 1000 - cachedMilliseconds - 2 * restMilliseconds - 100) await delay(1000 - age);
}

async function documentOf(url: string, agent: Agent): Promise<Buffer> {
  const { body, encoding } = await get(url, agent);
  if (encoding !== 'gzip') throw new Error(`${url} does not come compressed, but as ${encoding}.`);
  return body;
}

/**
 * Requests each page after more than a second, and then repeatedly within that second.
 *
 * @throws Error if a page is unchanged after more than a second: then it was not rendered again.
 */
export async function measureDocuments(
  host: { readonly origin: string; readonly pid: number },
  paths: readonly string[],
  runs: number,
): Promise<ReadonlyMap<string, readonly DocumentCost[]>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const spent = async (run: () => Promise<void>): Promise<number> => {
    const before = processorMilliseconds(host.pid);
    await run();
    await delay(restMilliseconds);
    return processorMilliseconds(host.pid) - before;
  };
  const last = new Map<string, Buffer>();
  const costs = new Map<string, DocumentCost[]>(paths.map((path) => [path, []]));
  try {
    // The first round only warms up the compiler and the host's data.
    for (let run = 0; run <= runs; run += 1)
      for (const path of paths) {
        const url = host.origin + path;
        await youngSecond();
        let bytes = 0;
        const anew = await spent(async () => {
          const body = await documentOf(url, agent);
          if (last.get(path)?.equals(body)) throw new Error(`${url} was not drawn anew after a second.`);
          last.set(path, body);
          bytes = body.byteLength;
        });
        let requests = 0;
        const all = await spent(async () => {
          for (const until = performance.now() + cachedMilliseconds; performance.now() < until; requests += 1)
            await documentOf(url, agent);
        });
        if (run > 0) costs.get(path)?.push({ anew, cached: all / requests, bytes });
      }
    return costs;
  } finally {
    agent.destroy();
  }
}
