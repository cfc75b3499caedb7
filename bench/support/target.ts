/** What hangs below a session of Chromium's protocol, a page or a worker, asked through that session. */

import type { CDPSession } from '@playwright/test';

export type Target = Pick<CDPSession, 'send'>;

interface Answer {
  readonly id?: number;
  /** What the protocol says of the method that was sent. */
  readonly result: never;
  readonly error?: { readonly message: string };
}

/** @param sessionId - of the target, which was attached to without `flatten`. */
export function targetOf(session: CDPSession, sessionId: string): Target {
  const waiting = new Map<number, (answer: Answer) => void>();
  session.on('Target.receivedMessageFromTarget', ({ sessionId: from, message }) => {
    if (from !== sessionId) return;
    const answer = JSON.parse(message) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  return {
    send: (method, params) =>
      new Promise((resolve, reject) => {
        const id = waiting.size + 1;
        waiting.set(id, ({ result, error }) => {
          if (error) reject(new Error(`${method} failed: ${error.message}`));
          else resolve(result);
        });
        const message = JSON.stringify({ id, method, params });
        session.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject);
      }),
  };
}
