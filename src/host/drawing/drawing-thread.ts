/**
 * Entry point of the rendering thread (drawer.ts): parses each list once, and renders one screen at a time.
 */

import { draw, prepare, readCachedList } from '#app/draw.tsx';
import type { NoMethods } from '#client/rpc/peer.ts';
import type { AppConfig } from '#contract/host.ts';
import type { CachedList, DrawnScreen } from '#domain/first-screen/first-screen.ts';
import { connectToHost } from '../threads/connect.ts';
import type { DrawingThread, DrawTask, ListUpdate } from './messages.ts';

const cached = new Map<string, CachedList>();

async function take(updates: readonly ListUpdate[]): Promise<void> {
  for (const [name, list] of updates) {
    if (list) cached.set(name, list);
    else cached.delete(name);
  }
  await Promise.all(updates.flatMap(([, list]) => (list ? readCachedList(list) : [])));
}

let config: { readonly text: string; readonly value: AppConfig } | null = null;

/** Returns the same object for equal configurations, so that caches by object work. */
function configOf(sent: AppConfig): AppConfig {
  const text = JSON.stringify(sent);
  if (config?.text !== text) config = { text, value: sent };
  return config.value;
}

async function render({ screen, updates, lists }: DrawTask): Promise<DrawnScreen> {
  await take(updates);
  const atHand = lists.flatMap(([name, heldMilliseconds]) => {
    const list = cached.get(name);
    return list ? { list, heldMilliseconds } : [];
  });
  return draw({ ...screen, config: configOf(screen.config), lists: atHand });
}

// Loads the app's code before the first page is rendered.
let last: Promise<unknown> = prepare();

/** Runs `work` after all earlier work: rendering has module state for configuration and kind of screen. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
}

connectToHost<NoMethods, DrawingThread>({
  take: (updates) => oneAtATime(() => take(updates)),
  draw: (task) => oneAtATime(() => render(task)),
});
