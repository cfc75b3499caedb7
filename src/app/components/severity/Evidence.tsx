import { now, useSecond } from '#app/ui/time/clock.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { ageOfResponse } from '#domain/answer/freshness.ts';
import { formatAge } from '#domain/text/format.ts';
import { evidenceOf } from '#domain/verdict/evidence/evidence.ts';
import type { Verdict } from '#domain/verdict/verdict.ts';
import { Sentence } from '../lists/Sentence.tsx';

export function Evidence({ verdict }: { readonly verdict: Verdict }) {
  return <Sentence clauses={evidenceOf(verdict)} />;
}

/**
 * Age of the status document after the sentence of the verdict, such as ", read 6 s ago.". It changes every
 * second, so screen readers do not announce it. On a phone, only the top bar shows the age.
 * @param among - whether the sentence before it states other reading times.
 */
export function ReadAge({ feed, among }: { readonly feed: Feed<unknown>; readonly among: boolean }) {
  const time = Math.max(useSecond(), now());
  if (!feed.answer) return null;
  return (
    <>
      <span aria-live="off" className="by-screen-clock max-md:hidden">
        {among ? '. Document read ' : ', read '}
        {formatAge(ageOfResponse(feed.answer, time), { late: false })}
      </span>
      .
    </>
  );
}
