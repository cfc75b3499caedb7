import { Bracket } from '#app/components/strips/Bracket.tsx';
import { useVerdictSince } from '#app/components/strips/recorded-since.ts';
import { useHostTimed } from '#app/ui/time/clock.ts';
import type { Deployment } from '#contract/host.ts';
import type { Since } from '#domain/history/since/chosen-since.ts';
import { formatDuration, noValue } from '#domain/text/format.ts';
import type { Verdict } from '#domain/verdict/verdict.ts';
import { SeenBySession } from './SeenBySession.tsx';

export interface RecordedSinceProps {
  readonly deployment: Deployment;
  readonly verdict: Verdict;
}

export default function RecordedSince({ deployment, verdict }: RecordedSinceProps) {
  const { present, notGood } = useVerdictSince(deployment, verdict);
  const begin = (notGood ?? present)?.from ?? 0;
  const duration = useHostTimed((now) => formatDuration(now - begin));
  if (!present) return noValue;
  if (!isRecorded(present)) return <SeenBySession slug={deployment.slug} severity={verdict.severity} />;
  if (!isRecorded(notGood))
    return (
      <>
        <Bracket bracket={present} />, <b>{duration}</b>
      </>
    );
  return (
    <>
      {/* A phone has room only for the time to which the duration belongs. */}
      <span className="max-md:hidden">
        <Bracket bracket={present} />
        <br />
      </span>
      not good since <Bracket bracket={notGood} />, <b>{duration}</b>
    </>
  );
}

function isRecorded(since: Since | null): since is Since & { readonly notBefore: number | null } {
  return since?.notBefore !== undefined;
}
