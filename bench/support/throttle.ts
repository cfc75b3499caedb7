/** Slows down a page and its network by Chromium's own throttling. */

import type { Target } from './target.ts';

export interface Throttling {
  /** Slowdown factor of the page's main thread. */
  readonly slowdown: number;
  readonly network: { readonly bitsPerSecond: number; readonly latencyMilliseconds: number } | null;
}

export const tenMegabits = { bitsPerSecond: 10_000_000, latencyMilliseconds: 40 };

export async function throttle(page: Target, { slowdown, network }: Throttling): Promise<void> {
  await page.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  if (!network) return;
  const bytesPerSecond = network.bitsPerSecond / 8;
  await page.send('Network.enable');
  await page.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latencyMilliseconds,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}
