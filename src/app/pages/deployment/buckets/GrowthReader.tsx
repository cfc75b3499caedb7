import { useEffect, useMemo } from 'react';
import { useRecord } from '#app/components/strips/record.ts';
import { useGrowth } from '#app/queries/history-series.ts';
import type { Column } from '#app/table/columns.tsx';
import { useHostTimed } from '#app/ui/time/clock.ts';
import type { Bucket } from '#contract/resources.ts';
import { growthOf, growthWindow } from '#domain/history/growth.ts';
import type { Growth } from '#domain/lists/lookups.ts';
import { growthColumn } from './growth-column.tsx';

export interface ToldGrowth {
  readonly growth: Growth | undefined;
  readonly column: Column<Bucket>;
}

let versions = 0;

/** Hands the table how much each bucket grew, by one request for all: its code comes once the table is there. */
export default function GrowthReader({
  slug,
  path,
  onGrowth,
}: {
  readonly slug: string;
  /** Of the list, as documented. */
  readonly path: string;
  readonly onGrowth: (told: ToldGrowth) => void;
}) {
  const { state, isThere } = useRecord(slug);
  const from = useHostTimed((time) => growthWindow(time).from);
  const isWanted = isThere && state?.endpoints.includes(path) === true;
  const { value } = useGrowth(slug, 'buckets/bytes', growthWindow(from + 7 * 86_400_000), isWanted);
  const growth = useMemo(() => (value ? growthOf(value, `${versions++}`) : null) ?? undefined, [value]);
  useEffect(() => onGrowth({ growth, column: growthColumn(growth) }), [growth, onGrowth]);
  return null;
}
