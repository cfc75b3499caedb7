import { useVerdictSince } from '#app/components/history/use-history.ts';
import { ChangeWindow } from '#app/components/strips/ChangeWindow.tsx';
import { useHostTimed } from '#app/ui/time/clock.ts';
import type { Deployment } from '#contract/host.ts';
import type { Since } from '#domain/history/since/chosen-since.ts';
import { formatClock, formatDuration, noValue } from '#domain/text/format.ts';
import type { Verdict } from '#domain/verdict/verdict.ts';

export interface VerdictSinceProps {
  readonly deployment: Deployment;
  readonly verdict: Verdict;
}

/**
 * Shows the start and the duration of the verdict. Without a history record, the verdict may have begun
 * before the time shown.
 */
export default function VerdictSince({ deployment, verdict }: VerdictSinceProps) {
  const { present, notGood } = useVerdictSince(deployment, verdict);
  const begin = (notGood ?? present)?.from ?? 0;
  const duration = useHostTimed((now) => formatDuration(now - begin));
  if (!present) return noValue;
  if (!isRecorded(present)) return `first seen ${formatClock(present.from)}, ${duration}`;
  if (!isRecorded(notGood))
    return (
      <>
        <ChangeWindow bracket={present} />, <b>{duration}</b>
      </>
    );
  return (
    <>
      {/* A phone has room only for the time to which the duration belongs. */}
      <span className="max-md:hidden">
        <ChangeWindow bracket={present} />
        <br />
      </span>
      not good since <ChangeWindow bracket={notGood} />, <b>{duration}</b>
    </>
  );
}

function isRecorded(since: Since | null): since is Since & { readonly notBefore: number | null } {
  return since?.notBefore !== undefined;
}
