import type { StripEntry } from '#contract/history.ts';
import { goodShare, type Window } from '#domain/history/spans/shares.ts';
import { formatHundredths, observedHundredths } from '#domain/history/strips/recorded-strip.ts';
import { formatDuration } from '#domain/text/format.ts';

/**
 * Share of the observed time in a good state, such as "94.87 % good of 23 h observed, 97.20 % of the
 * time".
 */
export function Share({
  entry,
  window,
  readAt,
}: {
  readonly entry: StripEntry;
  readonly window: Window;
  readonly readAt: number;
}) {
  const share = goodShare(entry);
  if (share === null) return <span className="text-text-2">– nothing observed</span>;
  const observed = entry.good + entry.bad + entry.unknown;
  return (
    <span className="text-text-2">
      <b className="font-[560] text-text">{formatHundredths(share)}</b> good of {formatDuration(observed)}{' '}
      observed
      <span className="max-md:hidden">
        , {formatHundredths(observedHundredths(entry, window, readAt))} of the time
      </span>
    </span>
  );
}
