/** The page's questions about a long list that the host has read. */

import { openDeadline } from '../deadline.ts';
import { plainRequest } from '../plain-request.ts';
import type { HostAsk, HostReply } from './host-read.ts';
import type { Told } from './told.ts';
import { unwritten, written } from './wire.ts';

/** Where the host answers for a list. */
export interface HostPlace {
  readonly address: string;
  readonly exchange: typeof globalThis.fetch;
  /** Longest wait for anything to come, milliseconds. */
  readonly patience: number;
  /** Resolves once what was answered is on the screen. */
  readonly drawn: () => Promise<void>;
}

function isFigure({ call: { name } }: HostAsk): boolean {
  return name === 'group' || name === 'sum' || name === 'cloud';
}

interface Waiting {
  readonly ask: HostAsk;
  readonly resolve: (value: unknown) => void;
  readonly reject: (cause: unknown) => void;
}

/** @throws an error where it is none. */
function valueIn(reply: HostReply | undefined): unknown {
  if (reply && 'value' in reply) return reply.value;
  throw new Error(reply?.failed ?? 'The host left a question out.');
}

/** The host's own words, of this build. */
function repliesIn(text: string): readonly HostReply[] {
  return unwritten(text) as readonly HostReply[];
}

/** So long answers may be on their way that were foreseen, milliseconds; then they are asked for. */
const longestForeseen = 1_000;

function soon<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('It is not here yet.')), longestForeseen);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Sends what is asked at once in one request, and nothing that the host foresaw. Figures wait until the rows are on the
 * screen: to work them out takes a processor that may be the page's own.
 */
export function hostAsker(
  { address, exchange, patience, drawn }: HostPlace,
  { read, replies: foreseen }: Told,
  signal: AbortSignal,
) {
  // The host's own words, of this build.
  const asksForeseen = (unwritten(read.foreseen) as readonly HostAsk[]).map(written);
  const repliesForeseen = soon(foreseen).then(repliesIn);
  repliesForeseen.catch(() => undefined);
  let unsent: Waiting[] = [];
  const send = async (asks: readonly Waiting[]) => {
    const limits = { headersMilliseconds: patience, totalMilliseconds: patience };
    const deadline = openDeadline({ ...limits, maximumBodyBytes: Number.POSITIVE_INFINITY }, signal);
    try {
      const body = written(asks.map(({ ask }) => ask));
      const init = { ...plainRequest, method: 'POST', body, signal: deadline.signal };
      const response = await exchange(address, init);
      if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
      const replies = repliesIn(await response.text());
      for (const [index, { resolve, reject }] of asks.entries())
        try {
          resolve(valueIn(replies[index]));
        } catch (cause) {
          reject(cause);
        }
    } catch (cause) {
      for (const { reject } of asks) reject(cause);
    } finally {
      deadline.end();
    }
  };
  const post = (ask: HostAsk) =>
    new Promise<unknown>((resolve, reject) => {
      unsent.push({ ask, resolve, reject });
      if (unsent.length > 1) return;
      queueMicrotask(() => {
        const asks = unsent;
        unsent = [];
        void send(asks);
      });
    });
  const askRows = async (ask: HostAsk) => {
    const index = asksForeseen.length === 0 ? -1 : asksForeseen.indexOf(written(ask));
    if (index === -1) return post(ask);
    try {
      return valueIn((await repliesForeseen)[index]);
    } catch {
      return post(ask);
    }
  };
  let shown = Promise.resolve();
  return (ask: HostAsk): Promise<unknown> => {
    if (isFigure(ask)) return shown.then(() => post(ask));
    const answer = askRows(ask);
    shown = answer.then(drawn, drawn);
    return answer;
  };
}
