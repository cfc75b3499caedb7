/** The entry of the thread that checks long bodies. Built to dist/host/check-thread.js. */

import { parentPort } from 'node:worker_threads';
import { answerChecks } from './answer-checks.ts';

const answer = answerChecks((message, transfer) => parentPort?.postMessage(message, transfer));
parentPort?.on('message', answer);
