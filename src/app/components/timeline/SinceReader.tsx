import { useEffect } from 'react';
import { useRecord } from '#app/components/history/use-record.ts';
import { useSince } from '#app/queries/history/since.ts';
import type { Since } from '#domain/lists/lookups.ts';

/**
 * Passes start times of regions or nodes from the history record to a table. Its code is loaded after the
 * table.
 */
export default function SinceReader({
  slug,
  kind,
  onSince,
}: {
  readonly slug: string;
  readonly kind: 'region' | 'node';
  readonly onSince: (since: Since | undefined) => void;
}) {
  const { isThere } = useRecord(slug);
  const since = useSince(slug, kind, isThere);
  useEffect(() => onSince(since), [since, onSince]);
  return null;
}
