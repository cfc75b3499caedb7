/** Entries of the Find dialog that depend on the moment of the page, or ask for a past moment. */

import type { Location } from 'react-router';
import { keepsHistory } from '#app/delivered/config.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import type { Deployment } from '#contract/host.ts';
import { deploymentAsOf } from '#domain/history/past/as-of.ts';
import { formatPast } from '#domain/history/past/known-then.ts';
import { requestedMoment } from '#domain/history/past/requested-moment.ts';
import { momentOf, momentTextOf, presentSlug } from '#domain/history/past/slug-in-time.ts';
import { searchAt, searchCompared } from '../past/search-at.ts';
import type { Destination } from './entries.ts';

/** Words before the moment with which the page is to be compared. */
const comparison = 'compare with ';

/** Returns the other deployments, at the moment of a page of the past. */
export function inSameTime(
  all: readonly Deployment[],
  deployment: Deployment | undefined,
): readonly Deployment[] {
  if (!deployment) return all;
  const others = all.filter(({ slug }) => slug !== presentSlug(deployment.slug));
  const moment = momentTextOf(deployment.slug);
  return moment === undefined ? others : others.map((each) => deploymentAsOf(each, moment));
}

/**
 * Returns the page of the past for which the query asks, such as "as of 03:00" or "compare with 03:00"; empty for other
 * queries.
 */
export function requestedPages(
  query: string,
  deployment: Deployment | undefined,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): readonly Destination[] {
  const now = hostNow();
  if (!deployment || !keepsHistory) return [];
  const words = query.trimStart();
  const isComparison = words.toLowerCase().startsWith(comparison);
  const moment = requestedMoment(isComparison ? `as of ${words.slice(comparison.length)}` : query, now);
  if (moment === null) return [];
  if (isComparison)
    return [
      {
        kind: 'Past',
        name: `Compare with ${formatPast(moment, now)} UTC`,
        detail: null,
        texts: [query],
        to: `${pathname}${searchCompared(search, moment, momentOf(deployment.slug))}`,
      },
    ];
  return [
    {
      kind: 'Past',
      name: `As of ${formatPast(moment, now)} UTC`,
      detail: null,
      texts: [query],
      to: `${pathname}${searchAt(search, moment)}`,
    },
  ];
}
