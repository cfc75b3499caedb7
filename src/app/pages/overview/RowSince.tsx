import { useVerdictSince } from '#app/components/history/use-history.ts';
import { momentInWords, recordedTimes, useSinceInWords } from '#app/components/strips/since.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import type { Deployment } from '#contract/host.ts';

import type { Verdict } from '#domain/verdict/verdict.ts';

export interface RowSinceProps {
  readonly deployment: Deployment;
  readonly verdict: Verdict;
}

/** Shows the duration and the start of a verdict that is not good, such as "12 min, since 14:20:03". */
export default function RowSince({ deployment, verdict }: RowSinceProps) {
  const { present } = useVerdictSince(deployment, verdict);
  const words = useSinceInWords(present, 'UTC');
  if (!present || !words) return null;
  const { from, notBefore } = present;
  const moment = (time: number) => momentInWords(time, hostNow(), 'UTC');
  return (
    <span
      {...recordedTimes(present)}
      {...(notBefore != null && { title: `began between ${moment(notBefore)} and ${moment(from)}` })}
    >
      {words.duration}, {words.since}
    </span>
  );
}
