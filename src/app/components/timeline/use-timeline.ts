import { useState } from 'react';
import { useRange, useWindow } from '#app/components/history/range.ts';
import { useRecord } from '#app/components/history/use-record.ts';
import { useCoverage } from '#app/queries/history/history.ts';
import { useSpansOf } from '#app/queries/history/subjects.ts';
import { unitedCoverage } from '#domain/history/coverage/united-coverage.ts';
import { worstSpans } from '#domain/history/spans/worst-spans.ts';

/** Data for the timeline of one region or node over the page's range; `undefined` until read. */
export function useTimeline(slug: string, kind: 'region' | 'node', key: string) {
  const [range, onRange] = useRange();
  const window = useWindow(range);
  const { isThere, failure } = useRecord(slug);
  const [read, onRead] = useState<string | null>(null);
  const coverage = useCoverage(slug, window, isThere);
  const [spans] = useSpansOf(slug, kind, [key], window, isThere);
  return {
    range,
    onRange,
    window,
    isThere,
    read,
    onRead,
    /** Both versions united. */
    coverage: coverage.value && unitedCoverage(coverage.value.data),
    knownUntil: coverage.value?.knownUntil ?? null,
    /** At each time the worst of the rows that share the key. */
    spans: spans?.value ? worstSpans(spans.value.data) : undefined,
    failure: failure ?? coverage.failure ?? spans?.failure ?? null,
  };
}
