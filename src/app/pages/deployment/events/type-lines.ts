/** Lines of single event types: what was added, or what was reported on a scale of their own or on one for all. */

import type { VolumeReading } from '#app/observe/session/record.ts';
import type { EventType } from '#contract/resources.ts';
import { addedOf, linesOf, runsOf, type Span, withoutPairs } from './volumes.ts';

export type Scale = 'added' | 'own' | 'same';

export interface TypeLine<Row> {
  readonly row: Row;
  readonly runs: readonly (readonly { readonly at: number; readonly value: number }[])[];
  readonly gaps: readonly Span[];
  readonly span: Span;
  /** The value at the top; zero is at the foot. */
  readonly high: number;
}

/** The lines of those rows that some reading holds, over one span of time. */
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
  // Room for at least one event, so that nothing at all is drawn at the foot.
  const highs = drawn.map(({ runs }) => Math.max(1, ...runs.flat().map(({ value }) => value)));
  const highest = Math.max(1, ...highs);
  return drawn.map((line, index) => ({
    ...line,
    span,
    high: scale === 'same' ? highest : (highs[index] ?? highest),
  }));
}
