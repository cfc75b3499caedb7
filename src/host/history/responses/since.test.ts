import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeSince } from '#contract/decode/history.ts';
import type { StripsResponse } from '#contract/history.ts';
import { isGood, type Severity } from '#domain/severity/severity.ts';
import { ask, begin, contextOf, nodes, status, time, window } from '#testing/history/history-responses.ts';
import { RecordInMemory } from '#testing/history/recorded.ts';
import { answeredAt, nodesObservation, statusObservation } from '#testing/observer/polls.ts';

async function sinceOf(
  record: RecordInMemory,
  now: number,
  search = '',
  deployment: Parameters<typeof contextOf>[2] = {},
): Promise<ReturnType<typeof decodeSince>> {
  const { status: code, body } = await ask(`/edge/since${search}`, contextOf(record, now, deployment));
  expect(code).toBe(200);
  return decodeSince(body);
}

/** A history record of polls of the status document, two seconds apart. Each gives the verdict after it. */
function recordOf(verdicts: readonly (Severity | null)[]): RecordInMemory {
  const record = new RecordInMemory();
  for (const [index, verdict] of verdicts.entries())
    record.read(
      answeredAt(begin + 2_000 * index, status, statusObservation('operational', { API: 'flux' }), { verdict }),
    );
  return record;
}

test('the verdict began with the poll that first showed it, and not good with the first that was not', async () => {
  const record = recordOf(['ok', 'ok', 'degraded', 'critical', 'critical']);
  const { verdict } = await sinceOf(record, begin + 9_000);
  expect(verdict).toEqual({
    severity: 'critical',
    from: time(6),
    notBefore: time(3.99),
    notGood: { from: time(4), notBefore: time(1.99) },
  });
});

test('while it is good there is no time of not good', async () => {
  const { verdict } = await sinceOf(recordOf(['ok', 'critical', 'ok']), begin + 5_000);
  expect(verdict).toEqual({ severity: 'ok', from: time(4), notBefore: time(1.99), notGood: null });
});

test('a list that changes the verdict dates it, in any order of the polls', async () => {
  const record = new RecordInMemory();
  const good = statusObservation('operational', { API: 'operational' });
  const node = (word: string) => nodesObservation({ nod_1: ['fra1', word] });
  record.read(answeredAt(begin, status, good, { verdict: 'ok' }));
  record.read(answeredAt(begin + 50, nodes, node('operational'), { verdict: 'ok' }));
  record.read(answeredAt(begin + 3_000, nodes, node('down'), { verdict: 'critical' }));
  record.read(answeredAt(begin + 2_990, status, good, { verdict: 'degraded' }));
  const { verdict } = await sinceOf(record, begin + 4_000);
  expect(verdict).toMatchObject({ severity: 'degraded', from: time(3.001), notBefore: time(-0.01) });
  expect(verdict?.notGood).toEqual({ from: time(3), notBefore: time(0.04) });
});

test('every subject has its open span, and a request can name one kind', async () => {
  const record = recordOf(['unknown', 'unknown']);
  const { data } = await sinceOf(record, begin + 3_000);
  expect(data.map(({ kind, key, word, from }) => [kind, key, word, from])).toEqual([
    ['component', 'API', 'flux', time(0)],
    ['deployment', 'edge', 'operational', time(0)],
  ]);
  expect((await sinceOf(record, begin + 3_000, '?kind=component')).data).toHaveLength(1);
  expect((await sinceOf(record, begin + 3_000, '?kind=node')).data).toEqual([]);
});

test('a word that is mapped later does not change a verdict that was recorded', async () => {
  const record = recordOf(['unknown', 'unknown', 'unknown']);
  const mapped = { words: { flux: 'ok' } } as const;
  const { verdict, data } = await sinceOf(record, begin + 5_000, '?kind=component', mapped);
  expect([verdict?.severity, data[0]?.severity]).toEqual(['unknown', 'ok']);
  const address = `/edge/strips?kind=deployment&${window(0, 4)}&marks=2`;
  const { body } = await ask(address, contextOf(record, begin + 5_000, mapped));
  expect((body as unknown as StripsResponse).data[0]?.worst).toBe('uu');
});

test('time with a verdict that nothing confirms is not observed', async () => {
  const record = recordOf(['ok', 'unvouched', 'ok']);
  const { body } = await ask(`/edge/strips?kind=deployment&${window(0, 4)}&marks=2`, contextOf(record));
  const [entry] = (body as unknown as StripsResponse).data;
  expect(entry).toMatchObject({ worst: 'o-', seen: '_A', good: 2_000, unobserved: 2_000 });
});

test('no response lists the recorded verdict as a subject', async () => {
  const record = recordOf(['ok', 'critical', 'ok']);
  for (const page of ['spans', 'changes']) {
    const { body } = await ask(`/edge/${page}?${window(-1, 10)}`, contextOf(record));
    expect(body.data.filter(({ kind }) => !['deployment', 'component'].includes(kind))).toEqual([]);
    expect(body.data.filter(({ kind }) => kind === 'deployment').length).toBe(page === 'spans' ? 1 : 0);
  }
});

test('time before the first recorded verdict is not observed', async () => {
  const record = new RecordInMemory();
  const down = statusObservation('operational', { API: 'down' });
  record.read(answeredAt(begin, status, down));
  record.read(answeredAt(begin + 2_000, status, down, { verdict: 'critical' }));
  record.read(answeredAt(begin + 4_000, status, down, { verdict: 'critical' }));
  const { verdict } = await sinceOf(record, begin + 5_000);
  const start = { from: time(2), notBefore: null };
  expect(verdict).toEqual({ severity: 'critical', ...start, notGood: start });
  const { body } = await ask(`/edge/strips?kind=deployment&${window(0, 4)}&marks=2`, contextOf(record));
  expect(body.data[0]).toMatchObject({ worst: '-c', bad: 2_000, unobserved: 2_000 });
});

test('the start is that of the newest run of equal verdicts', async () => {
  const severity = fc.constantFrom<Severity>('ok', 'notice', 'degraded', 'critical');
  await fc.assert(
    fc.asyncProperty(fc.array(severity, { minLength: 1, maxLength: 30 }), async (verdicts) => {
      const { verdict } = await sinceOf(recordOf(verdicts), begin + 2_000 * verdicts.length);
      const last = verdicts.at(-1) ?? 'ok';
      const present = verdicts.findLastIndex((each) => each !== last) + 1;
      const bad = verdicts.findLastIndex((each) => isGood(each)) + 1;
      expect(verdict?.severity).toBe(last);
      expect(verdict?.from).toBe(time(2 * present));
      expect(verdict?.notGood?.from ?? null).toBe(isGood(last) ? null : time(2 * bad));
    }),
  );
});
