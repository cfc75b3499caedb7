/** A host with the demo and its history record. */

import { expect } from '@playwright/test';
import { type Host, startHost } from './host.ts';

/** Milliseconds that a busy machine may take for the past of the demo or for one history response. */
const longest = 60_000;

/** A response of the host's API. Repeats the request while the host is busy (503) or opens its record. */
export async function readHistory<T>(address: string): Promise<T> {
  let body: unknown;
  await expect(async () => {
    const response = await fetch(address);
    expect(response.status).toBe(200);
    body = await response.json();
  }).toPass({ timeout: longest });
  return body as T;
}

/** Starts a host with the demo and waits until the past of the demo is written. */
export async function startRecordedDemo(): Promise<Host> {
  const host = await startHost(['--demo'], undefined, { EDGEWATCH_OBSERVE: 'all' });
  await expect(async () => {
    const { since } = await readHistory<{ readonly since: string | null }>(`${host.url}/history/everything`);
    expect(since).not.toBeNull();
  }).toPass({ timeout: longest });
  return host;
}
