/**
 * The rows of each step. A step is one poll with a state of its own, so that lost, invented and repeated
 * steps are detected.
 */

import type { Row } from '../../src/host/history/rows.ts';

const start = Date.parse('2026-11-01T00:00:00.000Z');

/** Milliseconds between two polls. The steps cross days, so that days are hashed and dropped as well. */
const step = 1_200_000;

/**
 * Time of a step, epoch milliseconds.
 *
 * @param n - number of the step, from 1.
 */
export function timeOf(n: number): number {
  return start + n * step;
}

function spanOf(n: number, to: number | null): Row {
  const from = timeOf(n);
  const notBefore = n === 1 ? null : from - step;
  return { table: 'span', subject: 1, from, notBefore, to, word: n, endpoint: 1, folded: 0 };
}

const first: readonly Row[] = [
  { table: 'run', id: 1, version: '1', startedAt: start, endedAt: null, endedHow: null },
  { table: 'endpoint', id: 1, deployment: 'edge', path: '/api/v2/status' },
  { table: 'subject', id: 1, deployment: 'edge', kind: 'component', key: 'API', occurrence: 1 },
  { table: 'series', id: 1, deployment: 'edge', name: 'events/evt_1', endpoint: 1 },
];

export function rowsOf(n: number): readonly Row[] {
  const at = timeOf(n);
  const none = { cause: null, detail: null } as const;
  return [
    ...(n === 1 ? first : [spanOf(n - 1, at)]),
    { table: 'word', id: n, text: `state ${n}`, form: 'whole' },
    spanOf(n, null),
    {
      table: 'look',
      endpoint: 1,
      seq: n,
      run: 1,
      at,
      sentAt: at - 20,
      vouched: step,
      complete: true,
      ...none,
      statedAt: null,
    },
    { table: 'value', series: 1, at, value: n },
    {
      table: 'sight',
      endpoint: 1,
      from: timeOf(1),
      to: at,
      outcome: 'seen',
      ...none,
      looks: n,
      longest: n === 1 ? 0 : step,
      complete: true,
    },
  ];
}
