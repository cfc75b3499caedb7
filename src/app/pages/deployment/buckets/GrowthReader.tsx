import { useEffect, useMemo } from 'react';
import { useRecord } from '#app/components/history/use-record.ts';
import { useGrowth } from '#app/queries/history/series.ts';
import type { Column } from '#app/table/columns.tsx';
import { useHostTimed } from '#app/ui/time/clock.ts';
import type { Bucket } from '#contract/resources.ts';
import { growthOf, growthWindow } from '#domain/history/series/growth.ts';
import type { Growth } from '#domain/lists/lookups.ts';
import { growthColumn } from './growth-column.tsx';

export interface GrowthResult {
  readonly growth: Growth | undefined;
  readonly column: Column<Bucket>;
}

let versions = 0;

/**
 * Reads the growth of all buckets with one request for `onGrowth`. Renders nothing; loaded after the table.
 */
export default function GrowthReader({
  slug,
  path,
  onGrowth,
}: {
  readonly slug: string;
  /** Path of the bucket list in the API document. */
  readonly path: string;
  readonly onGrowth: (result: GrowthResult) => void;
}) {
  const { state, isThere } = useRecord(slug);
  const from = useHostTimed((time) => growthWindow(time).from);
  const isWanted = isThere && state?.endpoints.includes(path) === true;
  const { value } = useGrowth(slug, 'buckets/bytes', growthWindow(from + 7 * 86_400_000), isWanted);
  const growth = useMemo(() => (value ? growthOf(value, `${versions++}`) : null) ?? undefined, [value]);
  useEffect(() => onGrowth({ growth, column: growthColumn(growth) }), [growth, onGrowth]);
  return null;
}
