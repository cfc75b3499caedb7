import { useMoment } from '#app/ui/time/moment.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { knownThenInWords, leastKnown } from '#domain/history/past/known-then.ts';

/** States when the least known of `feeds` was polled, and whether it was known at the moment of the page. */
export function KnownThen({ feeds }: { readonly feeds: readonly Feed<unknown>[] }) {
  const moment = useMoment() ?? 0;
  const feed = leastKnown(feeds);
  return feed && <span className="text-text-2">{knownThenInWords(feed, moment)}</span>;
}
