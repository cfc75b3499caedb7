import { answerLists } from '#client/list-worker/answer-lists.ts';
import type { ToWorker } from '#client/list-worker/messages.ts';

const waiting: (() => void)[] = [];
const { port1, port2 } = new MessageChannel();
port1.addEventListener('message', () => waiting.shift()?.());
port1.start();

const answer = answerLists(
  (message, transfer) => globalThis.postMessage(message, { transfer }),
  // A message to itself runs after the messages already queued, and sooner than any timer.
  (then) => {
    waiting.push(then);
    port2.postMessage(null);
  },
);

globalThis.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => answer(data));
