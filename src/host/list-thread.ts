/** The entry of the thread that reads long lists and answers for them. Built to dist/host/list-thread.js. */

import { parentPort } from 'node:worker_threads';
import { answerLists } from '../client/held-lists/answer-lists.ts';

const answer = answerLists(
  (message, transfer) => parentPort?.postMessage(message, transfer),
  setImmediate,
  true,
);
parentPort?.on('message', answer);
