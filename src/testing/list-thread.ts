/** Test helper: the list worker without a thread. Messages are cloned as between threads. */

import { answerLists } from '#client/list-worker/answer-lists.ts';
import type { Thread } from '#client/list-worker/list-thread.ts';
import type { FromWorker, ToWorker } from '#client/list-worker/messages.ts';

export class TestThread implements Thread {
  readonly heard: FromWorker[] = [];
  terminated = false;
  #onMessage: (message: FromWorker) => void = () => undefined;
  #onDeath = () => {};
  readonly #take: (message: ToWorker) => void;

  constructor() {
    const send = (message: FromWorker, transfer: ArrayBuffer[]) => {
      const data = structuredClone(message, { transfer });
      this.heard.push(data);
      this.#onMessage(data);
    };
    this.#take = answerLists(send, setTimeout);
  }

  postMessage(message: ToWorker, transfer: ArrayBuffer[]): void {
    if (!this.terminated) this.#take(structuredClone(message, { transfer }));
  }

  listen(onMessage: (message: FromWorker) => void, onDeath: () => void): void {
    this.#onMessage = onMessage;
    this.#onDeath = onDeath;
  }

  terminate(): void {
    this.terminated = true;
  }

  die(): void {
    this.#onDeath();
  }
}
