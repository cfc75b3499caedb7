/** The rendering thread (drawer.ts). It parses each list once, and renders one screen at a time. */

import { parentPort } from 'node:worker_threads';
import { draw, prepare, readHeld } from '#app/draw.tsx';
import type { AppConfig } from '#contract/host.ts';
import { type HeldList, nothingDrawn } from '#domain/first-screen/first-screen.ts';
import type { DrawnMessage, DrawTask, News } from './messages.ts';

const held = new Map<string, HeldList>();

async function take({ news }: News): Promise<void> {
  for (const [name, list] of news) {
    if (list) held.set(name, list);
    else held.delete(name);
  }
  await Promise.all(news.flatMap(([, list]) => (list ? readHeld(list) : [])));
}

let config: { readonly text: string; readonly value: AppConfig } | null = null;

/** Equal configurations become the same object, so that caches by object work. */
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
    return { id, drawn: nothingDrawn, failure: `${screen.path} could not be rendered: ${why}` };
  }
}

// Loads the code before the first reader.
let last: Promise<void> = prepare();

parentPort?.on('message', (message: DrawTask | News) => {
  // One at a time, because rendering uses module state for configuration and kind of screen.
  last = last.then(async () => {
    await take(message);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of windows alone
    if ('id' in message) parentPort?.postMessage(await answer(message));
  });
});
