import { useMemo } from 'react';
import type { Deployment } from '../../contract/host.ts';
import type { StatusDocument } from '../../contract/resources.ts';
import type { Feed } from '../../domain/answer.ts';
import { freshnessOfAll } from '../../domain/freshness.ts';
import { type Verdict, verdictOf } from '../../domain/verdict.ts';
import { useAmendment } from '../amendments.ts';
import { useTimed } from '../clock.ts';

/** The verdict of a status feed. */
export function useVerdict(feed: Feed<StatusDocument>, { slug, words }: Deployment): Verdict {
  // What the verdict depends on besides the answer: that it is renewed when this changes.
  const freshness = useTimed((time) => freshnessOfAll([feed], time));
  const amend = useAmendment(slug);
  return useMemo(() => amend(verdictOf(feed, freshness, words)), [amend, feed, words, freshness]);
}
