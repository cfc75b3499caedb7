/** For tests: a worker's side without a thread; what passes between the two is copied as between threads. */

import { answerLists } from './answer-lists.ts';
import type { FromWorker, ToWorker } from './messages.ts';

export class TestThread extends EventTarget {
  readonly heard: FromWorker[] = [];
  terminated = false;
  readonly #take = answerLists((message, transfer) => {
    const data = structuredClone(message, { transfer });
    this.heard.push(data);
    this.dispatchEvent(new MessageEvent('message', { data }));
  }, setTimeout);

  postMessage(message: ToWorker, transfer: Transferable[]): void {
    if (!this.terminated) this.#take(structuredClone(message, { transfer }));
  }

  terminate(): void {
    this.terminated = true;
  }

  die(): void {
    this.dispatchEvent(new Event('error', { cancelable: true }));
  }
}
