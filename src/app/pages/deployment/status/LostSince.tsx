import type { Feed } from '../../../../domain/answer.ts';
import { formatClock, formatDuration } from '../../../../domain/format.ts';
import { now, useSecond } from '../../../clock.ts';

/** For how long nothing was read that was read before. */
export function LostSince({ feed: { answer } }: { readonly feed: Feed<unknown> }) {
  const time = Math.max(useSecond(), now());
  if (!answer) return null;
  return (
    <b>
      No contact for {formatDuration(time - answer.receivedAt)}, since {formatClock(answer.receivedAt)}.{' '}
    </b>
  );
}
