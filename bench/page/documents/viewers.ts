/** A thousand viewers that open pages within a minute: the time that each waits. */

import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Opened } from './asked-by-pages.ts';
import { get } from './get.ts';

export const viewers = 1000;
export const minute = 60_000;

/** Milliseconds from a request to the last byte of its response, one for each request. */
export interface Waiting {
  readonly documents: readonly number[];
  readonly answers: readonly number[];
  /**
   * The same for a bare server beside the host, one request per viewer: the delay that the machine itself
   * causes.
   */
  readonly bare: readonly number[];
}

/**
 * Opens pages as a thousand viewers with their own connections. They start evenly over the minute, without
 * waiting for each other.
 */
export async function openAll(origin: string, bareOrigin: string, pages: readonly Opened[]): Promise<Waiting> {
  const documents: number[] = [];
  const answers: number[] = [];
  const bare: number[] = [];
  const open = async ({ path, paths }: Opened): Promise<void> => {
    // Browsers open at most six connections to an origin.
    const agent = new Agent({ keepAlive: true, maxSockets: 6 });
    try {
      bare.push((await get(bareOrigin, agent)).milliseconds);
      documents.push((await get(origin + path, agent)).milliseconds);
      await Promise.all(
        paths.map(async (each) => {
          answers.push((await get(origin + each, agent)).milliseconds);
        }),
      );
    } finally {
      agent.destroy();
    }
  };
  const started = performance.now();
  const opening: Promise<void>[] = [];
  for (let viewer = 0; viewer < viewers; viewer += 1) {
    const due = started + (viewer * minute) / viewers;
    await delay(Math.max(0, due - performance.now()));
    const page = pages[viewer % pages.length];
    if (!page) throw new Error('There is no page to open.');
    const opened = open(page);
    opened.catch(() => undefined);
    opening.push(opened);
  }
  await Promise.all(opening);
  return { documents, answers, bare };
}
