import { expect, it } from 'vitest';
import type { SpanEntry } from '#contract/history.ts';
import { sinceBySpan } from './since-of-rows.ts';

const begin = '2026-03-12T12:50:11.010Z';

function span(key: string, more: Partial<SpanEntry> = {}): SpanEntry {
  const common = {
    kind: 'node',
    occurrence: 1,
    word: 'ok',
    severity: 'ok',
    endpoint: '/api/v2/nodes',
  } as const;
  return { ...common, key, from: begin, notBefore: null, to: null, ...more };
}

it('has the open spans, without keys of several rows', () => {
  const since = sinceBySpan([
    span('nod_a', { to: begin, word: 'down' }),
    span('nod_a', { notBefore: '2026-03-12T12:45:10.000Z' }),
    span('nod_b'),
    span('nod_b', { occurrence: 2 }),
    span('nod_c', { to: begin }),
  ]);
  expect([...since]).toEqual([
    ['nod_a', { word: 'ok', from: Date.parse(begin), notBefore: Date.parse('2026-03-12T12:45:10.000Z') }],
  ]);
});
