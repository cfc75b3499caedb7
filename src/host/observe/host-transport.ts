/** Sends the observer's requests to the host thread as messages. */

import { MessagePort } from 'node:worker_threads';
import type { Transport } from '#client/exchange.ts';
import { receiveBody } from './body-port.ts';
import type { FromObserver, ToObserver } from './messages.ts';

interface Waiting {
  readonly resolve: (response: Response) => void;
  readonly reject: (cause: Error) => void;
}

export interface HostTransport {
  readonly transport: Transport;
  take(message: Extract<ToObserver, { kind: 'answered' | 'unanswered' }>): void;
}

/** Statuses without a body: `Response` refuses one for them. */
const bodiless: readonly number[] = [204, 205, 304];

export function openHostTransport(send: (message: FromObserver) => void): HostTransport {
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  return {
    transport: (url, { headers, signal }) => {
      const id = (asked += 1);
      // The base URL of an observed deployment is its slug.
      const start = url.indexOf('/');
      const [slug, path] = [url.slice(0, start), url.slice(start)];
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting.delete(id);
          send({ kind: 'leave', id });
          reject(new Error('The request was withdrawn.'));
        };
        if (signal.aborted) return leave();
        signal.addEventListener('abort', leave, { once: true });
        const end = () => {
          signal.removeEventListener('abort', leave);
          waiting.delete(id);
        };
        waiting.set(id, {
          resolve: (response) => {
            end();
            resolve({ response });
          },
          reject: (cause) => {
            end();
            reject(cause);
          },
        });
        send({ kind: 'ask', id, slug, path, accept: headers.accept });
      });
    },
    take(message) {
      const asking = waiting.get(message.id);
      if (!asking) {
        if (message.kind === 'answered' && message.body instanceof MessagePort) message.body.close();
        return;
      }
      if (message.kind === 'unanswered') return asking.reject(new Error(message.why));
      const { status, headers, body } = message;
      const received = body instanceof MessagePort ? receiveBody(body) : body;
      const init = { status, headers: headers.map(([name, value]): [string, string] => [name, value]) };
      asking.resolve(new Response(bodiless.includes(status) ? null : received, init));
    },
  };
}
