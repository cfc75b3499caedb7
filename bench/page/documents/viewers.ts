/** A thousand viewers that open pages within a minute: their waiting times. */

import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Opened } from './asked-by-pages.ts';
import { get } from './get.ts';

export const viewers = 1000;
export const minute = 60_000;

/** Milliseconds until the last byte of each response. */
export interface Waiting {
  readonly documents: readonly number[];
  readonly answers: readonly number[];
  /** Of a bare server beside the host, one request per viewer: the delay caused by the machine itself. */
  readonly bare: readonly number[];
}

/**
 * Each viewer has its own connections. They start evenly over the minute, without waiting for earlier ones.
 */
export async function openAll(origin: string, bareOrigin: string, pages: readonly Opened[]): Promise<Waiting> {
  const documents: number[] = [];
  const answers: number[] = [];
  const bare: number[] = [];
  const open = async ({ path, paths }: Opened): Promise<void> => {
    // The connection limit of browsers per origin.
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
