/** Connects threads of the host for typed calls (src/client/rpc/peer.ts). */

import { type MessagePort, parentPort } from 'node:worker_threads';
import { type Handlers, type Message, type Methods, Peer } from '#client/rpc/peer.ts';

export function connect<Theirs extends Methods, Own extends Methods>(
  port: MessagePort,
  handlers: Handlers<Own>,
): Peer<Theirs, Own> {
  const peer = new Peer<Theirs, Own>(port, handlers);
  port.on('message', (messages: readonly Message[]) => peer.receive(messages));
  port.on('close', () => peer.close(new Error('The other thread has ended.')));
  return peer;
}

/** Connects the running thread to the thread that started it. */
export function connectToHost<Theirs extends Methods, Own extends Methods>(
  handlers: Handlers<Own>,
): Peer<Theirs, Own> {
  if (!parentPort) throw new Error('This script is for a thread of the host.');
  return connect<Theirs, Own>(parentPort, handlers);
}
