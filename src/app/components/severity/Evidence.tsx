import { now, useSecond } from '#app/ui/time/clock.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { ageOfAnswer } from '#domain/answer/freshness.ts';
import { formatAge } from '#domain/text/format.ts';
import { evidenceOf } from '#domain/verdict/evidence.ts';
import type { Verdict } from '#domain/verdict/verdict.ts';
import { Sentence } from '../lists/Sentence.tsx';

/** Why the headline says what it says. */
export function Evidence({ verdict }: { readonly verdict: Verdict }) {
  return <Sentence clauses={evidenceOf(verdict)} />;
}

/**
 * ", read 6 s ago.": counts every second, so it stays out of what is announced; a phone says it in its top bar alone.
 *
 * @param among - the sentence before tells of other readings: this one has its own.
 */
export function ReadAge({ feed, among }: { readonly feed: Feed<unknown>; readonly among: boolean }) {
  const time = Math.max(useSecond(), now());
  if (!feed.answer) return null;
  return (
    <>
      <span aria-live="off" className="by-screen-clock max-md:hidden">
        {among ? '. Document read ' : ', read '}
        {formatAge(ageOfAnswer(feed.answer, time), { late: false })}
      </span>
      .
    </>
  );
}
