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

/** Passes the growth of all buckets to the table, in one request. Loaded after the table. */
export default function GrowthReader({
  slug,
  path,
  onGrowth,
}: {
  readonly slug: string;
  /** Documented path of the list. */
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
