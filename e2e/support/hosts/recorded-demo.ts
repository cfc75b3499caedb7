import { expect } from '@playwright/test';
import { type Host, shareHost, startHost } from './host.ts';

/** Maximum milliseconds that a busy machine needs to write the demo history, or for one history response. */
export const longest = 60_000;

/**
 * Reads from the host's history API. Repeats the request while the host is busy (503) or has not opened its
 * history record.
 */
export async function readHistory<T>(address: string): Promise<T> {
  let body: unknown;
  await expect(async () => {
    const response = await fetch(address);
    expect(response.status).toBe(200);
    body = await response.json();
  }).toPass({ timeout: longest });
  return body as T;
}

/** Starts a host with the demo and waits until its history is written. */
export async function startRecordedDemo(): Promise<Host> {
  const host = await startHost(['--demo'], undefined, { EDGEWATCH_OBSERVE: 'all' });
  await expect(async () => {
    const { since } = await readHistory<{ readonly since: string | null }>(`${host.url}/history/everything`);
    expect(since).not.toBeNull();
  }).toPass({ timeout: longest });
  return shareHost(host);
}
