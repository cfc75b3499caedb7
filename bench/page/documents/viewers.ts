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
}

/** Each on connections of their own, evenly over the minute, and whether or not those before have their answers. */
export async function openAll(origin: string, pages: readonly Opened[]): Promise<Waiting> {
  const documents: number[] = [];
  const answers: number[] = [];
  const open = async ({ path, asked }: Opened): Promise<void> => {
    // As many as a browser has to one origin.
    const agent = new Agent({ keepAlive: true, maxSockets: 6 });
    try {
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
    if (page) opening.push(open(page));
  }
  await Promise.all(opening);
  return { documents, answers };
}
