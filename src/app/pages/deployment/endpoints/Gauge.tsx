import { now, useSecond } from '#app/ui/time/clock.ts';
import type { Answer } from '#domain/answer/answer.ts';
import { formatDuration } from '#domain/text/format.ts';

/**
 * Shows the age of a response relative to its lifetime, as text and as a bar. The bar is hatched when the
 * lifetime is over.
 */
export function AgeGauge({ answer }: { readonly answer: Answer<unknown> }) {
  const time = Math.max(useSecond(), now());
  const { milliseconds, stated, reason } = answer.lifetime;
  const age = Math.max(0, time - answer.receivedAt);
  const over = age > milliseconds;
  const polled = reason.startsWith('polled');
  return (
    <>
      <div className="whitespace-normal" title={reason}>
        <b className="font-[560]">{formatDuration(age)}</b>{' '}
        <span className="text-text-2">
          {over ? 'old, ' : ''}
          {polled
            ? `read every ${formatDuration(milliseconds)}`
            : stated
              ? `of ${formatDuration(milliseconds)}`
              : `server states no lifetime, polled every ${formatDuration(milliseconds)}`}
        </span>
      </div>
      <div aria-hidden="true" className={`mt-1 h-1 max-w-36 ${over ? 'hatch' : 'bg-s3'}`}>
        {!over && (
          <span
            className="block h-full bg-text-2"
            style={{ width: `${Math.min(1, milliseconds > 0 ? age / milliseconds : 1) * 100}%` }}
          />
        )}
      </div>
    </>
  );
}
