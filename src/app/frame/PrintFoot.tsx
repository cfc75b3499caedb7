import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Deployment } from '#contract/host.ts';
import { momentOf } from '#domain/history/past/slug-in-time.ts';
import { formatClock, formatDateTime, formatDuration } from '#domain/text/format.ts';
import { feedOfQuery, queriesOf } from '../queries/keys.ts';
import { now } from '../ui/time/clock.ts';
import { usePrinting } from '../ui/use-printing.ts';

interface Read {
  readonly path: string;
  readonly at: number;
}

/** Returns the last time at which each list on the page was read, epoch milliseconds. */
function readOf(client: QueryClient, slug: string): readonly Read[] {
  const latest = new Map<string, number>();
  for (const query of queriesOf(client, slug)) {
    const { answer } = feedOfQuery(query);
    if (answer && query.isActive())
      latest.set(answer.path, Math.max(answer.receivedAt, latest.get(answer.path) ?? 0));
  }
  return [...latest].map(([path, at]) => ({ path, at })).toSorted((a, b) => a.path.localeCompare(b.path));
}

/** Footer of a printed page: name of the deployment, print time, and age of each list. */
export function PrintFoot({ deployment }: { readonly deployment: Deployment }) {
  const client = useQueryClient();
  if (!usePrinting()) return null;
  const printed = now();
  const moment = momentOf(deployment.slug);
  return (
    <footer className="sheet mt-6 border-t border-line-strong pt-2 text-[11px] leading-4 text-text-2">
      <p>
        {deployment.name}, <span className="mono">{deployment.shownUrl}</span>
        {deployment.demo && ', demo data'}
        {moment !== null && `, as of ${formatDateTime(moment)} UTC`}. Printed {formatDateTime(printed)} UTC.
      </p>
      <ul aria-label="When each list was read" className="m-0 flex list-none flex-wrap gap-x-5 p-0">
        {readOf(client, deployment.slug).map(({ path, at }) => (
          <li key={path}>
            <span className="mono">{path}</span>{' '}
            {moment === null
              ? `read ${formatClock(at)}, ${formatDuration(printed - at)} old`
              : `polled ${formatDateTime(at)}`}
          </li>
        ))}
      </ul>
    </footer>
  );
}
