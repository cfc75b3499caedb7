/** Sends commands of the Chromium protocol to a page or worker through a parent session. */

import type { CDPSession } from '@playwright/test';

export type Target = Pick<CDPSession, 'send'>;

interface Answer {
  readonly id?: number;
  readonly result: never;
  readonly error?: { readonly message: string };
}

/**
 * Returns a target whose commands travel through its parent session.
 *
 * @param sessionId - session of a target that was attached without `flatten`.
 */
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
