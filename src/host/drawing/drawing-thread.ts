/** The rendering thread (drawer.ts). It parses each list once, and renders one screen at a time. */

import { draw, prepare, readHeld } from '#app/draw.tsx';
import type { NoMethods } from '#client/rpc/peer.ts';
import type { AppConfig } from '#contract/host.ts';
import type { CachedList, DrawnScreen } from '#domain/first-screen/first-screen.ts';
import { connectToHost } from '../threads/connect.ts';
import type { DrawingThread, DrawTask, Kept } from './messages.ts';

const held = new Map<string, CachedList>();

async function take(news: readonly Kept[]): Promise<void> {
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

async function render({ screen, news, lists }: DrawTask): Promise<DrawnScreen> {
  await take(news);
  const atHand = lists.flatMap(([name, heldMilliseconds]) => {
    const list = held.get(name);
    return list ? { list, heldMilliseconds } : [];
  });
  return draw({ ...screen, config: configOf(screen.config), lists: atHand });
}

// Loads the code before the first reader.
let last: Promise<unknown> = prepare();

/** One at a time, because rendering uses module state for configuration and kind of screen. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
}

connectToHost<NoMethods, DrawingThread>({
  take: (news) => inTurn(() => take(news)),
  draw: (task) => inTurn(() => render(task)),
});
