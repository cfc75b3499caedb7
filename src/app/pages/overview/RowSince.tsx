import type { ReactNode } from 'react';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { useVerdictSince } from '#app/components/history/use-history.ts';
import { Known } from '#app/components/notes/Known.tsx';
import { useKnown } from '#app/components/notes/use-known.ts';
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
  const known = useKnownLine(deployment, verdict);
  if (!present || !words) return known;
  const { from, notBefore } = present;
  const moment = (time: number) => momentInWords(time, hostNow(), 'UTC');
  return (
    <>
      <span
        {...recordedTimes(present)}
        {...(notBefore != null && { title: `began between ${moment(notBefore)} and ${moment(from)}` })}
      >
        {words.duration}, {words.since}
      </span>
      {known}
    </>
  );
}

/** Returns the note about the deployment; without one, the note about its first component with a problem and a note. */
function useKnownLine({ slug }: Deployment, { components }: Verdict): ReactNode {
  const notes = useKnown(slug, true);
  if (notes.deployment)
    return (
      <span className="pl-2.5">
        <Known note={notes.deployment} />
      </span>
    );
  for (const component of components) {
    const note = notes.component(component);
    if (note)
      return (
        <span className="pl-2.5">
          <Verbatim>{component.name}</Verbatim> <Known note={note} />
        </span>
      );
  }
  return null;
}
