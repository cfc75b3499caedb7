import { useHostTimed } from '#app/ui/time/clock.ts';
import { formatDuration } from '#domain/text/format.ts';
import { useFreshness } from '../freshness/freshness-context.tsx';
import { EmptyState } from '../freshness/Panel.tsx';
import type { Changes } from './use-changes.ts';

interface NoChangesProps {
  readonly changes: Changes;
  /** Whether the changes come from the history of the last day, and not only from this browser session. */
  readonly isOfDay?: boolean;
}

export function NoChanges({ changes: { since, watched }, isOfDay = false }: NoChangesProps) {
  const minutes = useHostTimed((now) => Math.floor((now - since) / 60_000));
  const freshness = useFreshness(watched);
  const isRead = watched.some(({ answer }) => answer !== null);
  return (
    <EmptyState>
      {watched.length === 0
        ? 'This deployment offers no components, regions or nodes to watch.'
        : !isRead
          ? 'Nothing has been read since this page opened.'
          : freshness !== 'fresh'
            ? 'No changes as of the last update.'
            : isOfDay
              ? 'No component, region or node changed in the last 24 h.'
              : minutes < 1
                ? 'No changes since this page opened.'
                : `No changes in the ${formatDuration(minutes * 60_000)} since this page opened.`}
    </EmptyState>
  );
}
