/** The checking thread's side. */

import { BodyCheck } from './body-check.ts';
import type { FromThread, ToThread } from './check-messages.ts';

/** Takes the host's messages. */
export function answerChecks(
  send: (message: FromThread, transfer: ArrayBuffer[]) => void,
): (message: ToThread) => void {
  const checks = new Map<number, BodyCheck>();
  return (message) => {
    const { body } = message;
    switch (message.kind) {
      case 'open':
        checks.set(body, new BodyCheck(message.list));
        break;
      case 'part':
        checks.get(body)?.take(message.bytes);
        break;
      case 'drop':
        checks.delete(body);
        break;
      case 'end': {
        const checked = checks.get(body)?.end();
        checks.delete(body);
        if (checked) send({ body, checked }, checked.columns ? [checked.columns.buffer] : []);
      }
    }
  };
}
