/** The thread that draws first screens (drawer.ts): reads each list once, and draws one screen after the other. */

import { parentPort } from 'node:worker_threads';
import { draw, prepare, readHeld } from '#app/draw.tsx';
import type { AppConfig } from '#contract/host.ts';
import { type HeldList, nothingDrawn } from '#domain/answer/first-screen.ts';
import type { DrawnMessage, DrawTask, News } from './messages.ts';

const held = new Map<string, HeldList>();

/** Reads what came while nobody waits for it. */
async function take({ news }: News): Promise<void> {
  for (const [name, list] of news) {
    if (list) held.set(name, list);
    else held.delete(name);
  }
  await Promise.all(news.flatMap(([, list]) => (list ? readHeld(list) : [])));
}

let config: { readonly text: string; readonly value: AppConfig } | null = null;

/** The same configuration is the same object: what was made with it is found again. */
function configOf(sent: AppConfig): AppConfig {
  const text = JSON.stringify(sent);
  if (config?.text !== text) config = { text, value: sent };
  return config.value;
}

async function answer({ id, screen, lists }: DrawTask): Promise<DrawnMessage> {
  try {
    const atHand = lists.flatMap(([name, heldMilliseconds]) => {
      const list = held.get(name);
      return list ? { list, heldMilliseconds } : [];
    });
    return { id, drawn: await draw({ ...screen, config: configOf(screen.config), lists: atHand }) };
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown error';
    return { id, drawn: nothingDrawn, failure: `${screen.path} could not be drawn: ${why}` };
  }
}

// The first reader does not wait for code.
let last: Promise<void> = prepare();

parentPort?.on('message', (message: DrawTask | News) => {
  // One at a time: what is drawn reads the configuration and the kind of screen of its turn.
  last = last.then(async () => {
    await take(message);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of windows alone
    if ('id' in message) parentPort?.postMessage(await answer(message));
  });
});
