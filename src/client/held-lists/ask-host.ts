/** The page's questions about a long list that the host has read. */

import { openDeadline } from '../deadline.ts';
import { plainRequest } from '../plain-request.ts';
import type { HostAsk, HostReply } from './host-read.ts';
import { unwritten, written } from './wire.ts';

/** Where the host answers for a list. */
export interface HostPlace {
  readonly address: string;
  readonly exchange: typeof globalThis.fetch;
  /** Longest wait for anything to come, milliseconds. */
  readonly patience: number;
}

/** Rows do not wait for figures. */
function isFigure({ call: { name } }: HostAsk): boolean {
  return name === 'group' || name === 'sum' || name === 'cloud';
}

interface Waiting {
  readonly ask: HostAsk;
  readonly resolve: (value: unknown) => void;
  readonly reject: (cause: unknown) => void;
}

/** Sends what is asked at once in one request, figures in another. */
export function hostAsker({ address, exchange, patience }: HostPlace, signal: AbortSignal) {
  let unsent: Waiting[] = [];
  const send = async (asks: readonly Waiting[]) => {
    const limits = { headersMilliseconds: patience, totalMilliseconds: patience };
    const deadline = openDeadline({ ...limits, maximumBodyBytes: Number.POSITIVE_INFINITY }, signal);
    try {
      const body = written(asks.map(({ ask }) => ask));
      const init = { ...plainRequest, method: 'POST', body, signal: deadline.signal };
      const response = await exchange(address, init);
      if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
      // The host's own words, of this build.
      const replies = unwritten(await response.text()) as readonly HostReply[];
      for (const [index, { resolve, reject }] of asks.entries()) {
        const reply = replies[index];
        if (reply && 'value' in reply) resolve(reply.value);
        else reject(new Error(reply?.failed ?? 'The host left a question out.'));
      }
    } catch (cause) {
      for (const { reject } of asks) reject(cause);
    } finally {
      deadline.end();
    }
  };
  return (ask: HostAsk) =>
    new Promise<unknown>((resolve, reject) => {
      unsent.push({ ask, resolve, reject });
      if (unsent.length > 1) return;
      queueMicrotask(() => {
        const asks = unsent;
        unsent = [];
        for (const part of [
          asks.filter((each) => !isFigure(each.ask)),
          asks.filter((each) => isFigure(each.ask)),
        ])
          if (part.length > 0) void send(part);
      });
    });
}
