/**
 * The database file after 90 days of a large deployment: its size, the cost of a poll, and the time to the
 * first response.
 */

import {
  closeSync,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { defaultRetention } from '../../src/host/configuration/defaults.ts';
import { openHistory } from '../../src/host/history/history-store.ts';
import { respond } from '../../src/host/history/responses/respond.ts';
import type { Row } from '../../src/host/history/rows.ts';
import { openStore } from '../../src/host/history/store/sqlite/open-store.ts';
import { createRandom } from '../../src/service/demo/random.ts';
import { recordedDeployment } from '../../src/testing/observer/polls.ts';
import { startHost } from '../support/programs.ts';
import { drawTable, figure, judge } from '../support/report.ts';
import { quantile } from '../support/statistics.ts';
import type { Workplace } from '../support/workplace.ts';

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
const days = 90;
const end = Date.parse('2026-11-23T00:00:00Z');
const begin = end - days * day;
/**
 * Number of the newest days whose polls are all stored: two more than retention keeps. Older days are rolled
 * up.
 */
const rawDays = defaultRetention.rawDays + 2;
const rawBegin = end - rawDays * day;

const components = 600;
const nodes = 1_000;
const regions = 60;
const eventTypes = 80;
const words = ['operational', 'degraded', 'partial_outage', 'major_outage', 'maintenance', 'up'];

const endpoints = [
  ['/api/v2/status', 10 * second],
  ['/api/v2/nodes', minute],
  ['/api/v2/regions', 5 * minute],
  ['/api/v1/events', minute],
  ['/api/v2/buckets', minute],
  ['/api/v1/assets', minute],
  ['/api/v1/applications', minute],
] as const;

/** Recorded series. Event counts change at each poll, objects and bytes of a region every five minutes. */
const series = [
  ...Array.from({ length: eventTypes }, (_, index) => ({
    name: `events/evt_${index}`,
    endpoint: 4,
    every: minute,
  })),
  ...Array.from({ length: regions }, (_, index) =>
    ['objects', 'bytes'].map((field) => ({
      name: `totals/${field}/r${index}`,
      endpoint: 5,
      every: 5 * minute,
    })),
  ).flat(),
];

const subjects = [
  ...Array.from(
    { length: components },
    (_, index) => ({ kind: 'component', key: `Component ${index}`, endpoint: 1 }) as const,
  ),
  ...Array.from(
    { length: nodes },
    (_, index) => ({ kind: 'node', key: `node_${index}`, endpoint: 2 }) as const,
  ),
  ...Array.from(
    { length: regions },
    (_, index) => ({ kind: 'region', key: `r${index}`, endpoint: 3 }) as const,
  ),
];

function first(): readonly Row[] {
  return [
    { table: 'run', id: 1, version: '1', startedAt: begin, endedAt: null, endedHow: null },
    ...endpoints.map(([path], index): Row => ({ table: 'endpoint', id: index + 1, deployment: 'edge', path })),
    ...words.map((text, index): Row => ({ table: 'word', id: index + 1, text, form: 'whole' })),
    ...subjects.map(({ kind, key }, index): Row => {
      return { table: 'subject', id: index + 1, deployment: 'edge', kind, key, occurrence: 1 };
    }),
    ...series.map(({ name, endpoint }, index): Row => {
      return { table: 'series', id: index + 1, deployment: 'edge', name, endpoint };
    }),
  ];
}

function lookRow(endpoint: number, seq: number, at: number, vouched: number): Row {
  const none = { cause: null, detail: null, statedAt: null };
  return { table: 'look', endpoint, seq, run: 1, at, sentAt: at - 35, vouched, complete: true, ...none };
}

function sightRow(endpoint: number, from: number, to: number, looks: number): Row {
  const none = { cause: null, detail: null };
  return {
    table: 'sight',
    endpoint,
    from,
    to,
    outcome: 'seen',
    ...none,
    looks,
    longest: 10_000,
    complete: true,
  };
}

class Fleet {
  readonly #random = createRandom(7, 'history-store');
  readonly #open = new Map<number, Extract<Row, { table: 'span' }>>();
  readonly #values = series.map(() => 1_000_000);
  readonly #changes: number;
  seq = 0;

  constructor(changes: number) {
    this.#changes = changes;
  }

  #spans(from: number): readonly Row[] {
    const rows: Row[] = [];
    for (const [index, { kind, endpoint }] of subjects.entries()) {
      const changes = kind === 'component' ? this.#changes : 1;
      for (let change = 0; change < changes; change += 1) {
        const at = from + Math.floor(((change + this.#random.next()) * day) / changes);
        const open = this.#open.get(index);
        if (open) rows.push({ ...open, to: at });
        const word = this.#random.integer(1, words.length);
        const next = {
          table: 'span',
          subject: index + 1,
          from: at,
          notBefore: at - 10_000,
          to: null,
          word,
          endpoint,
          folded: 0,
        } as const;
        this.#open.set(index, next);
        rows.push(next);
      }
    }
    return rows;
  }

  #numbers(from: number): readonly Row[] {
    return series.flatMap(({ every }, index) => {
      const rows: Row[] = [];
      for (let at = from; at < from + day; at += from < rawBegin ? hour : every) {
        const value = (this.#values[index] ?? 0) + this.#random.integer(1, 9_000);
        this.#values[index] = value;
        const id = index + 1;
        if (from >= rawBegin) rows.push({ table: 'value', series: id, at: at + 120, value });
        else
          rows.push({
            table: 'hour',
            series: id,
            hour: at,
            first: value - 9_000,
            last: value,
            min: value - 9_000,
            max: value,
            falls: 0,
            observedSeconds: 3_600,
          });
      }
      return rows;
    });
  }

  day(from: number): readonly Row[] {
    const looks: Row[] = [];
    for (const [index, [, every]] of endpoints.entries()) {
      // Ten coverage gaps per day, one minute each.
      const length = day / 10;
      for (let begins = from; begins < from + day; begins += length)
        looks.push(sightRow(index + 1, begins, begins + length - minute, Math.floor(length / every)));
      if (from >= rawBegin)
        for (let at = from; at < from + day; at += every)
          looks.push(lookRow(index + 1, (this.seq += 1), at + 120, 20_000));
    }
    return [...looks, ...this.#spans(from), ...this.#numbers(from)];
  }
}

export async function fill(file: string, changes: number): Promise<number> {
  const opening = await openStore(file);
  if (opening.kind !== 'open') throw new Error(opening.why);
  const { store } = opening;
  const fleet = new Fleet(changes);
  await store.write(first());
  for (let from = begin; from < end; from += day) {
    const rows = fleet.day(from);
    for (let at = 0; at < rows.length; at += 20_000) await store.write(rows.slice(at, at + 20_000));
    while (await store.tidy(defaultRetention, from + day));
  }
  await store.close();
  return fleet.seq;
}

/**
 * Measures commits of an unchanged poll and bare synced writes of two pages, alternating. Values in
 * milliseconds.
 */
async function commits(file: string, since: number, count: number) {
  const opening = await openStore(file);
  if (opening.kind !== 'open') throw new Error(opening.why);
  const { store } = opening;
  const bare = openSync(`${file}.bare`, 'w');
  const page = Buffer.alloc(8_192, 1);
  const times = { look: [] as number[], bare: [] as number[] };
  for (let nth = 0; nth < count; nth += 1) {
    const at = end + nth * 10 * second;
    const began = performance.now();
    await store.write([lookRow(1, since + nth + 1, at, 20_000), sightRow(1, end, at, nth + 1)]);
    const written = performance.now();
    writeSync(bare, page);
    fsyncSync(bare);
    times.look.push(written - began);
    times.bare.push(performance.now() - written);
  }
  closeSync(bare);
  await store.close();
  return times;
}

const allDays = `?kind=component&from=${new Date(begin).toISOString()}&to=${new Date(end).toISOString()}`;

/** Milliseconds: pause between two requests, and maximum time until the first response with all strips. */
const [askPause, longestStart] = [5, 30_000];

/**
 * Starts a host with this file.
 *
 * @returns milliseconds from its first listening to its first response with strips of all days.
 */
async function stripsOfHost({ root, folder }: Workplace, file: string): Promise<number> {
  const data = join(folder, 'data');
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data);
  for (const end of ['', '.sum']) copyFileSync(file + end, join(data, `history.db${end}`));
  const config = join(folder, 'config.json');
  // No service listens there. Only the history record is needed.
  const deployments = [{ slug: 'edge', name: 'Edge', baseUrl: 'http://127.0.0.1:1' }];
  writeFileSync(config, JSON.stringify({ observe: 'all', deployments }));
  const host = await startHost(root, ['--config', config, '--data', data]);
  const began = performance.now();
  const ask = async () => {
    const answered = await fetch(`${host.origin}/history/edge/strips${allDays}`);
    await answered.arrayBuffer();
    return answered.status;
  };
  let status = await ask();
  for (; status !== 200 && performance.now() - began < longestStart; status = await ask())
    await delay(askPause);
  const milliseconds = performance.now() - began;
  await host.stop();
  if (status !== 200) throw new Error(`The strips of a host that began are answered by ${status}.`);
  rmSync(data, { recursive: true });
  return milliseconds;
}

/**
 * Opens the file and computes strips of all days.
 *
 * @returns milliseconds.
 */
async function firstStrips(file: string): Promise<number> {
  const began = performance.now();
  const record = await openHistory(file, '1');
  if (record.kind !== 'open') throw new Error(record.why);
  const { present, spans, store, notice, recorder } = record;
  const state = { recording: true, reason: null, notice, retention: defaultRetention };
  const context = { recorder: state, known: present, spans, store, now: end };
  const question = {
    path: '/edge/strips',
    search: allDays,
    ifNoneMatch: null,
    isPublic: true,
    visible: null,
    acceptEncoding: null,
  };
  const { status } = await respond(question, { deployments: [recordedDeployment()], of: () => context });
  const milliseconds = performance.now() - began;
  if (status !== 200) throw new Error(`The strips are answered by ${status}.`);
  await recorder.end(Date.now());
  await store.close();
  return milliseconds;
}

const cases = [
  { changes: 4, megabytes: 120 },
  { changes: 40, megabytes: 200 },
] as const;

export async function runHistoryStore(place: Workplace): Promise<readonly string[]> {
  const { folder } = place;
  mkdirSync(folder, { recursive: true });
  const rows: string[][] = [];
  for (const { changes, megabytes } of cases) {
    const file = join(folder, `record-${changes}.db`);
    const seq = await fill(file, changes);
    const size = statSync(file).size / 1e6;
    const times = await commits(file, seq, 400);
    const of = (share: number) => quantile(times.look, share) / quantile(times.bare, share);
    const pair = (share: number) =>
      `${figure(quantile(times.look, share), 2)} / ${figure(quantile(times.bare, share), 2)}`;
    const strips = await firstStrips(file);
    const ofHost = await stripsOfHost(place, file);
    const row = (what: string, value: string, ratio: number | null, goal: number) =>
      rows.push([
        `${changes} changes a day: ${what}`,
        value,
        ratio === null ? '–' : figure(ratio, 2),
        `${goal} ${judge(ratio ?? Number(value.replace(/,/g, '')), 'at most', goal)}`,
      ]);
    row('size, MB', figure(size, 1), null, megabytes);
    row('commit of a look / bare, p50, ms', pair(0.5), of(0.5), 1.5);
    row('the same, p95', pair(0.95), of(0.95), 1.5);
    row('opened and strips answered, ms', figure(strips), null, 300);
    row('a host listens, and strips answered, ms', figure(ofHost), null, 300);
    for (const end of ['', '.sum', '.bare']) rmSync(file + end, { force: true });
  }
  const title = `A record of ${days} days: ${components} components, ${nodes} nodes, ${regions} regions, ${eventTypes} event types`;
  return [drawTable({ title, headings: ['', 'figure', 'ratio', 'at most'], rows })];
}
