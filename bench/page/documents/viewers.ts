/** A thousand viewers who open pages within a minute: how long they wait for answers. */

import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Opened } from './asked-by-pages.ts';
import { get } from './get.ts';

export const viewers = 1000;
export const minute = 60_000;

/** Milliseconds until the last byte of each answer. */
export interface Waiting {
  readonly documents: readonly number[];
  readonly answers: readonly number[];
  /** Of a bare server beside the host, asked once by each viewer: what the machine itself makes everybody wait. */
  readonly bare: readonly number[];
}

/** Each on connections of their own, evenly over the minute, and whether or not those before have their answers. */
export async function openAll(origin: string, bareOrigin: string, pages: readonly Opened[]): Promise<Waiting> {
  const documents: number[] = [];
  const answers: number[] = [];
  const bare: number[] = [];
  const open = async ({ path, asked }: Opened): Promise<void> => {
    // As many as a browser has to one origin.
    const agent = new Agent({ keepAlive: true, maxSockets: 6 });
    try {
      bare.push((await get(bareOrigin, agent)).milliseconds);
      documents.push((await get(origin + path, agent)).milliseconds);
      await Promise.all(
        asked.map(async (each) => {
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
    // Told of below, with all others.
    opened.catch(() => undefined);
    opening.push(opened);
  }
  await Promise.all(opening);
  return { documents, answers, bare };
}
