import { hostAddress } from '#app/delivered/base.ts';
import type { WebhookState } from '#contract/host.ts';
import { isPlainObject } from '#contract/json/parse.ts';

/** Timeout in milliseconds. It is long, because the response to a test message waits for the target. */
const patience = 15_000;

function isState(value: unknown): value is WebhookState {
  if (!isPlainObject(value)) return false;
  const { waiting, targets, sendings } = value;
  return typeof waiting === 'number' && Array.isArray(targets) && Array.isArray(sendings);
}

/**
 * Reads the state of the webhook. With `withTest`, the host first sends a test message.
 * @throws an error of `fetch`, or an `Error` if the host returns no state.
 */
export async function requestWebhook(withTest: boolean): Promise<WebhookState> {
  const address = hostAddress(withTest ? 'config/webhook/test' : 'config/webhook.json');
  const headers: Record<string, string> = withTest ? { 'edgewatch-test': '1' } : {};
  const answer = await fetch(address, { cache: 'no-store', headers, signal: AbortSignal.timeout(patience) });
  const body: unknown = answer.ok ? await answer.json() : null;
  if (!isState(body)) throw new Error(`the host returned ${answer.status}`);
  return body;
}
