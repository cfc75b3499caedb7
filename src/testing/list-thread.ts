/** Test helper: the list worker without a thread. Messages are cloned as between threads. */

import type { Thread } from '#client/list-worker/list-thread.ts';
import type { ListMethods } from '#client/list-worker/messages.ts';
import { serveLists } from '#client/list-worker/serve-lists.ts';
import { type Message, type NoMethods, Peer } from '#client/rpc/peer.ts';

export class TestThread implements Thread {
  readonly heard: Message[] = [];
  terminated = false;
  #onMessages: (messages: readonly Message[]) => void = () => undefined;
  #onDeath = () => {};
  readonly #peer: Peer<NoMethods, ListMethods>;

  constructor() {
    const page = {
      postMessage: (messages: readonly Message[], transfer: Transferable[] = []) => {
        const data = structuredClone(messages, { transfer });
        this.heard.push(...data);
        this.#onMessages(data);
      },
    };
    this.#peer = new Peer(page, serveLists(setTimeout));
  }

  postMessage(messages: readonly Message[], transfer: Transferable[] = []): void {
    const data = structuredClone(messages, { transfer });
    if (!this.terminated) this.#peer.receive(data);
  }

  listen(onMessages: (messages: readonly Message[]) => void, onDeath: () => void): void {
    this.#onMessages = onMessages;
    this.#onDeath = onDeath;
  }

  terminate(): void {
    this.terminated = true;
  }

  die(): void {
    this.#onDeath();
  }
}
