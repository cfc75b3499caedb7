/** What a document costs its host: the processor time of one that is held, and of one that is drawn anew. */

import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { processorMilliseconds } from '../../support/programs.ts';
import { get } from './get.ts';

/** Milliseconds of processor for one answer, of all threads of the host. */
export interface DocumentCost {
  readonly anew: number;
  readonly held: number;
  /** Compressed. */
  readonly bytes: number;
}

/** Within a second, from whose beginning on one page is asked for again and again. */
const heldMilliseconds = 400;
/** What a document sets off may go on after its last byte. */
const restMilliseconds = 40;

/** The beginning of the next second of the clock, if this one is not young. */
async function youngSecond(): Promise<void> {
  const age = Date.now() % 1000;
  if (age > 1000 - heldMilliseconds - 2 * restMilliseconds - 100) await delay(1000 - age);
}

async function documentOf(url: string, agent: Agent): Promise<Buffer> {
  const { body, encoding } = await get(url, agent);
  if (encoding !== 'gzip') throw new Error(`${url} does not come compressed, but as ${encoding}.`);
  return body;
}

/**
 * Asks for each page after more than a second, and then again and again within that second.
 *
 * @throws Error where a page comes after more than a second as it was: then it was not drawn anew.
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
    // The first round is for the host's compiler, and for what it reads only once.
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
        let asked = 0;
        const all = await spent(async () => {
          for (const until = performance.now() + heldMilliseconds; performance.now() < until; asked += 1)
            await documentOf(url, agent);
        });
        if (run > 0) costs.get(path)?.push({ anew, held: all / asked, bytes });
      }
    return costs;
  } finally {
    agent.destroy();
  }
}
