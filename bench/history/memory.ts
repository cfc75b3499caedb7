/** Computes strips of 90 days from a history record in memory: time and size. */

import type { ResponseContexts } from '../../src/host/history/responses/context.ts';
import { respond } from '../../src/host/history/responses/respond.ts';
import type { SubjectKind } from '../../src/host/history/rows.ts';
import { RecordInMemory } from '../../src/testing/history/recorded.ts';
import { answeredAt, recordedDeployment, statusObservation } from '../../src/testing/observer/polls.ts';
import { drawTable, figure, judge } from '../support/report.ts';
import { median } from '../support/statistics.ts';

const day = 86_400_000;
const days = 90;
const end = Date.parse('2026-11-23T00:00:00Z');
const begin = end - days * day;
/** Number of coverage gaps per day. Each is one minute long. */
const breaks = 10;
const words = ['operational', 'degraded', 'partial_outage', 'major_outage', 'maintenance', 'flux'];
const path = '/api/v2/status';

function sequence(): () => number {
  let state = 7;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

async function recordOf(components: number, changesADay: number): Promise<ResponseContexts> {
  const record = new RecordInMemory();
  const random = sequence();
  const names = Array.from({ length: components }, (_, index) => `Component ${index + 1}`);
  for (const [index, word] of words.entries())
    record.read(
      answeredAt(
        begin + index,
        path,
        statusObservation(word, Object.fromEntries(names.map((name) => [name, word]))),
        {
          vouched: 3 * day,
        },
      ),
    );
  const length = day / breaks;
  for (let at = begin + length; at <= end; at += length) {
    record.read(answeredAt(at - 60_000, path, null, { vouched: 3 * day }));
    record.sleep(at - 45_000, at - 15_000);
    record.read(answeredAt(at, path, null, { vouched: 3 * day }));
  }
  await record.settled();
  for (const { id } of record.known.subjects('edge', 'component'))
    for (let change = 0; change < changesADay * days; change += 1) {
      const from = Math.floor(begin + 1_000 + ((change + random()) * day) / changesADay);
      const word = change % 2 === 0 ? 1 : 1 + Math.floor(random() * words.length);
      record.table.note({
        table: 'span',
        subject: id,
        from,
        notBefore: from - 1,
        to: null,
        word,
        endpoint: 1,
        folded: 0,
      });
    }
  return record.context([recordedDeployment()], end);
}

async function measured(context: ResponseContexts, kind: SubjectKind, zone: string, runs: number) {
  const from = zone === 'UTC' ? begin : begin - 3_600_000;
  const to = zone === 'UTC' ? end : end - 3_600_000;
  const search = `?kind=${kind}&from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}&zone=${zone}`;
  const question = { path: '/edge/strips', search, ifNoneMatch: null, isPublic: true, visible: null };
  const times: number[] = [];
  for (let run = 0; run < runs + 3; run += 1) {
    const started = performance.now();
    await respond({ ...question, acceptEncoding: null }, context);
    if (run >= 3) times.push(performance.now() - started);
  }
  const { body } = await respond({ ...question, acceptEncoding: 'br' }, context);
  return { milliseconds: median(times), kilobytes: (body?.byteLength ?? 0) / 1024 };
}

const cases = [
  { components: 18, changes: 4, zone: 'UTC', milliseconds: 2, kilobytes: 1 },
  { components: 600, changes: 4, zone: 'UTC', milliseconds: 15, kilobytes: 20 },
  { components: 600, changes: 4, zone: 'Europe/Berlin', milliseconds: 15, kilobytes: 20 },
  { components: 600, changes: 40, zone: 'UTC', milliseconds: 60, kilobytes: null },
  { components: 600, changes: 40, zone: 'Europe/Berlin', milliseconds: 60, kilobytes: null },
] as const;

export async function runHistory(_place: unknown, runs: number): Promise<readonly string[]> {
  const rows: string[][] = [];
  for (const { components, changes, zone, milliseconds, kilobytes } of cases) {
    const context = await recordOf(components, changes);
    for (const kind of ['component', 'deployment'] as const) {
      const cost = await measured(context, kind, zone, runs);
      const isOfGoal = kind === 'component';
      rows.push([
        `${components} components, ${changes} changes a day, ${zone}${isOfGoal ? '' : ', verdict'}`,
        figure(cost.milliseconds, 1),
        isOfGoal ? `${milliseconds} ${judge(cost.milliseconds, 'at most', milliseconds)}` : '–',
        figure(cost.kilobytes, 1),
        isOfGoal && kilobytes !== null ? `${kilobytes} ${judge(cost.kilobytes, 'at most', kilobytes)}` : '–',
      ]);
    }
  }
  return [
    drawTable({
      title: `Strips of ${days} days, ${days} marks each, from spans in memory to the JSON`,
      headings: ['record', 'ms', 'at most', 'KB compressed', 'at most'],
      rows,
    }),
  ];
}
