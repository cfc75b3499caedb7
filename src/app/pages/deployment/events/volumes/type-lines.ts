/** Lines of single event types: added volume, or reported volume on separate or shared scales. */

import type { VolumeReading } from '#app/observe/session/session-log.ts';
import type { EventType } from '#contract/resources.ts';
import { addedOf, linesOf, runsOf, type Span, withoutPairs } from './volumes.ts';

export type Scale = 'added' | 'own' | 'same';

export interface TypeLine<Row> {
  readonly row: Row;
  readonly runs: readonly (readonly { readonly at: number; readonly value: number }[])[];
  readonly gaps: readonly Span[];
  readonly span: Span;
  /** Value at the top edge; the bottom is zero. */
  readonly high: number;
}

/** The lines of all rows with at least one reading, over one time span. */
export function typeLines<Row extends Pick<EventType, 'id'>>(
  rows: readonly Row[],
  readings: readonly VolumeReading[],
  scale: Scale,
  now: number,
): readonly TypeLine<Row>[] {
  const drawn = rows.flatMap((row) => {
    const { id } = row;
    if (id === null || id === '') return [];
    const { moments, gaps } = linesOf(readings, [(reading) => reading.byType.get(id) ?? null], now);
    const shown = withoutPairs(scale === 'added' ? addedOf(moments) : moments);
    const runs = runsOf(shown).map((run) => run.map(({ at, values }) => ({ at, value: values?.[0] ?? 0 })));
    return runs.length === 0 ? [] : [{ row, gaps, runs }];
  });
  const span = {
    from: readings[0]?.at ?? now,
    to: Math.max(readings.at(-1)?.at ?? now, ...drawn.flatMap(({ gaps }) => gaps.map(({ to }) => to))),
  };
  // At least one event, so that a line of zeros is at the base.
  const highs = drawn.map(({ runs }) => Math.max(1, ...runs.flat().map(({ value }) => value)));
  const highest = Math.max(1, ...highs);
  return drawn.map((line, index) => ({
    ...line,
    span,
    high: scale === 'same' ? highest : (highs[index] ?? highest),
  }));
}
