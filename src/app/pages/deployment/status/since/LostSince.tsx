import { now, useSecond } from '#app/ui/time/clock.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { formatClock, formatDuration } from '#domain/text/format.ts';

export function LostSince({ feed: { answer } }: { readonly feed: Feed<unknown> }) {
  const time = Math.max(useSecond(), now());
  if (!answer) return null;
  return (
    <b>
      No contact for {formatDuration(time - answer.receivedAt)}, since {formatClock(answer.receivedAt)}.{' '}
    </b>
  );
}
