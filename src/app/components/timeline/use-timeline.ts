import { useState } from 'react';
import { useRange, useWindow } from '#app/components/history/range.ts';
import { useRecord } from '#app/components/history/use-record.ts';
import { useCoverage } from '#app/queries/history/history.ts';
import { useSpansOf } from '#app/queries/history/subjects.ts';
import { unitedCoverage } from '#domain/history/coverage/united-coverage.ts';
import { worstSpans } from '#domain/history/spans/worst-spans.ts';

/** Reads the data for the timeline of one region or node over the page's time range. */
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
    /** Coverage of both API versions of the list, united. */
    coverage: coverage.value && unitedCoverage(coverage.value.data),
    knownUntil: coverage.value?.knownUntil ?? null,
    /**
     * States of the subject. If several rows have the same id, each time has the worst state; `undefined`
     * until read.
     */
    spans: spans?.value ? worstSpans(spans.value.data) : undefined,
    failure: failure ?? coverage.failure ?? spans?.failure ?? null,
  };
}
