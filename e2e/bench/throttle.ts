/** Conditions that Chromium gives a page. */

import type { CDPSession } from '@playwright/test';

export interface Throttling {
  /** How many times slower the page's own thread runs. */
  readonly slowdown: number;
  readonly network: { readonly bitsPerSecond: number; readonly latencyMilliseconds: number } | null;
}

export const tenMegabits = { bitsPerSecond: 10_000_000, latencyMilliseconds: 40 };

export async function throttle(session: CDPSession, { slowdown, network }: Throttling): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  if (!network) return;
  const bytesPerSecond = network.bitsPerSecond / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latencyMilliseconds,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}
