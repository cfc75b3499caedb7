/** Sends messages of a webhook over the network. */

import { Agent, fetch } from 'undici';
import { checkedLookup, RefusedAddress, upstreamHostCheck } from '../gateway/addresses.ts';
import type { Delivery } from './webhook.ts';

/** Milliseconds for one message to be taken. */
const longestWait = 10_000;

export interface Sender {
  /** @throws Error with a clause that says why it was not taken. */
  send(delivery: Delivery): Promise<void>;
  close(): Promise<void>;
}

function codeOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return inner instanceof Error && 'code' in inner ? String(inner.code) : 'no answer';
}

const refusal = 'it is at a link-local or metadata address, which is not connected to';

function isRefused(cause: unknown): boolean {
  return cause instanceof Error && cause.cause instanceof RefusedAddress;
}

export function openSender(): Sender {
  // What a cloud machine tells about itself is no place for messages.
  const mayConnect = upstreamHostCheck();
  const dispatcher = new Agent({ connect: { timeout: longestWait, lookup: checkedLookup(mayConnect) } });
  return {
    async send({ url, headers, body }) {
      // What is an address already is not looked up.
      if (!mayConnect(new URL(url).hostname)) throw new Error(refusal);
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(longestWait),
        dispatcher,
      }).catch((cause: unknown) => {
        throw new Error(isRefused(cause) ? refusal : `it cannot be reached (${codeOf(cause)})`);
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`it answers ${answer.status}`);
    },
    close: () => dispatcher.destroy(),
  };
}
