import { useStateSince } from '#app/components/history/use-history.ts';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { hostNow, useHostTimed } from '#app/ui/time/clock.ts';
import type { Deployment } from '#contract/host.ts';
import { stateClause } from '#domain/sentences/clause.ts';
import { classify } from '#domain/severity/classify.ts';
import { formatDay, formatDuration } from '#domain/text/format.ts';
import { clockOf } from '../strips/ChangeWindow.tsx';

/**
 * Continues a sentence with the start of the current state, such as " since 12:50:11, 1 h 42 min; operational
 * at 12:45:10". Renders nothing if no start is known, or if the history still has another state.
 */
export default function StateSince({
  deployment,
  kind,
  id,
  word,
}: {
  readonly deployment: Deployment;
  readonly kind: 'region' | 'node';
  readonly id: string;
  /** The current status word as the deployment sent it. */
  readonly word: string | null;
}) {
  const since = useStateSince(deployment, { kind, key: id, occurrence: 1 });
  const begin = since?.from ?? 0;
  const duration = useHostTimed((time) => formatDuration(time - begin));
  if (!since || since.word !== word) return null;
  const { from, notBefore, before } = since;
  const times = {
    dateTime: new Date(from).toISOString(),
    'data-since': new Date(from).toISOString(),
    ...(notBefore !== null && { 'data-not-before': new Date(notBefore).toISOString() }),
  };
  if (notBefore === null)
    return (
      <>
        {' '}
        since before <time {...times}>{formatDay(from, hostNow())}</time>, when its history begins
      </>
    );
  return (
    <>
      {' '}
      since{' '}
      <b>
        <time {...times}>{clockOf(from)}</time>
      </b>
      , {duration};{' '}
      {before == null ? 'not yet' : <Sentence clauses={[stateClause(classify(before, deployment.words))]} />} at{' '}
      {clockOf(notBefore)}
    </>
  );
}
