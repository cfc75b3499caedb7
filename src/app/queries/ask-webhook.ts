/** What the host tells of its webhook. */

import type { WebhookState } from '#contract/host.ts';
import { isPlainObject } from '#contract/json/parse.ts';
import { hostAddress } from '../delivered/base.ts';

/** Milliseconds: a test waits for the other side. */
const patience = 15_000;

function isState(value: unknown): value is WebhookState {
  return isPlainObject(value) && typeof value['waiting'] === 'number' && Array.isArray(value['sendings']);
}

/**
 * The last messages and what waits, after a test message where one is wanted.
 *
 * @throws an error of `fetch`, or where the host tells nothing.
 */
export async function askWebhook(withTest: boolean): Promise<WebhookState> {
  const address = hostAddress(withTest ? 'config/webhook/test' : 'config/webhook.json');
  const headers: Record<string, string> = withTest ? { 'edgewatch-test': '1' } : {};
  const answer = await fetch(address, { cache: 'no-store', headers, signal: AbortSignal.timeout(patience) });
  const body: unknown = answer.ok ? await answer.json() : null;
  if (!isState(body)) throw new Error(`the host answers ${answer.status}`);
  return body;
}
