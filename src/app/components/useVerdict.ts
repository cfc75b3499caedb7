import { useMemo } from 'react';
import type { StatusDocument } from '../../contract/resources.ts';
import type { Feed } from '../../domain/answer.ts';
import { freshnessOf } from '../../domain/freshness.ts';
import type { WordOverrides } from '../../domain/severity.ts';
import { type Verdict, verdictOf } from '../../domain/verdict.ts';
import { useTimed } from '../clock.ts';

/** The verdict of a status feed. */
export function useVerdict(feed: Feed<StatusDocument>, words: WordOverrides): Verdict {
  // What the verdict depends on besides the answer: that it is renewed when this changes.
  const freshness = useTimed((time) => freshnessOf(feed, time));
  return useMemo(() => verdictOf(feed, freshness, words), [feed, words, freshness]);
}
