import type { ListMethods } from '#client/list-worker/messages.ts';
import { serveLists } from '#client/list-worker/serve-lists.ts';
import { type Message, type NoMethods, Peer } from '#client/rpc/peer.ts';

const waiting: (() => void)[] = [];
const { port1, port2 } = new MessageChannel();
port1.addEventListener('message', () => waiting.shift()?.());
port1.start();

const page = {
  postMessage(messages: readonly Message[], transfer: Transferable[] = []) {
    globalThis.postMessage(messages, { transfer });
  },
};

const peer = new Peer<NoMethods, ListMethods>(
  page,
  // A message to the own port runs after the messages that are already queued, and sooner than any timer.
  serveLists((then) => {
    waiting.push(then);
    port2.postMessage(null);
  }),
);

globalThis.addEventListener('message', ({ data }: MessageEvent<readonly Message[]>) => peer.receive(data));
