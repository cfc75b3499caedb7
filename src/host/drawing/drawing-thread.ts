/** Entry point of the rendering thread (drawer.ts), which renders one screen at a time. */

import { draw, prepare } from '#app/draw.tsx';
import type { NoMethods } from '#client/rpc/peer.ts';
import type { AppConfig } from '#contract/host.ts';
import { connectToHost } from '../threads/connect.ts';
import type { DrawingThread } from './messages.ts';

let config: { readonly text: string; readonly value: AppConfig } | null = null;

/** Returns the same object for equal configurations, so that caches by object work. */
function configOf(sent: AppConfig): AppConfig {
  const text = JSON.stringify(sent);
  if (config?.text !== text) config = { text, value: sent };
  return config.value;
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
  draw: (screen) => oneAtATime(() => draw({ ...screen, config: configOf(screen.config) })),
});
