import { useHostTimed } from '#app/ui/time/clock.ts';
import { formatDuration } from '#domain/text/format.ts';
import { EmptyState } from '../vouching/Panel.tsx';
import { useFreshness } from '../vouching/vouching.tsx';
import type { Changes } from './use-changes.ts';

export function NoChanges({ changes: { since, watched } }: { readonly changes: Changes }) {
  const minutes = useHostTimed((now) => Math.floor((now - since) / 60_000));
  const freshness = useFreshness(watched);
  const isRead = watched.some(({ answer }) => answer !== null);
  return (
    <EmptyState>
      {!isRead
        ? 'Nothing was read since this page opened, so no change can have been seen.'
        : freshness !== 'fresh'
          ? 'Nothing was seen to change up to the last reading.'
          : minutes < 1
            ? 'Nothing changed since this page opened.'
            : `Nothing changed in the ${formatDuration(minutes * 60_000)} this page is open.`}
    </EmptyState>
  );
}
