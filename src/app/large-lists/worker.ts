/** The entry of the worker that holds one large list. */

import { answerList } from './answer-list.ts';
import type { ToWorker } from './messages.ts';

const answer = answerList((message, transfer) => globalThis.postMessage(message, { transfer }));

globalThis.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => answer(data));
