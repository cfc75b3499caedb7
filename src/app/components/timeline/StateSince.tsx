import { Sentence } from '#app/components/lists/Sentence.tsx';
import { clockOf } from '#app/components/strips/Bracket.tsx';
import { useRange, useRecord, useWindow } from '#app/components/strips/record.ts';
import { useSpansOf } from '#app/queries/history/subjects.ts';
import { hostNow, useHostTimed } from '#app/ui/time/clock.ts';
import { worstSpans } from '#domain/history/spans/worst-spans.ts';
import { stateSince } from '#domain/history/timeline.ts';
import { stateClause } from '#domain/sentences/clause.ts';
import { classify, type WordOverrides } from '#domain/severity/classify.ts';
import { formatDay, formatDuration } from '#domain/text/format.ts';

/**
 * Such as " since 12:50:11, 1 h 42 min; operational at 12:45:10". Empty if the history record has no start or
 * is behind the page.
 */
export default function StateSince({
  slug,
  kind,
  id,
  word,
  words,
}: {
  readonly slug: string;
  readonly kind: 'region' | 'node';
  readonly id: string;
  /** The current status word, as sent. */
  readonly word: string | null;
  readonly words: WordOverrides;
}) {
  const { isThere } = useRecord(slug);
  const [range] = useRange();
  const [read] = useSpansOf(slug, kind, [id], useWindow(range), isThere);
  const since = stateSince(worstSpans(read?.value?.data ?? []));
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
      {before == null ? 'otherwise' : <Sentence clauses={[stateClause(classify(before, words))]} />} at{' '}
      {clockOf(notBefore)}
    </>
  );
}
