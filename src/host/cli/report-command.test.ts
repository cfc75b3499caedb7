import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { MonthReport } from '#contract/reports/month-report.ts';
import { demoPlans } from '#service/demo/plans.ts';
import type { ReportCommand } from '../configuration/arguments/report.ts';
import { demoPast } from '../history/demo/demo-past.ts';
import { openStore } from '../history/store/sqlite/open-store.ts';
import type { HistoryFile } from '../history/store/store.ts';
import { socketIn } from '../history/upkeep/messages.ts';
import { listenIn } from '../history/upkeep/socket.ts';
import { runReport } from './report-command.ts';

const end = Date.parse('2026-11-24T09:30:00.000Z');

/** Folder with the generated week of the demo until `end`, as the history of the deployment `edge`. */
let record = '';

async function openIn(folder: string): Promise<HistoryFile> {
  const opening = await openStore(join(folder, 'history.db'));
  if (opening.kind !== 'open') throw new Error(opening.why);
  return opening.store;
}

beforeAll(async () => {
  record = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  const store = await openIn(record);
  const [plan] = demoPlans;
  if (!plan) throw new Error('The demo has no plan.');
  const fleet = { seed: 1, scale: 1, start: end };
  const deployments = [{ slug: 'edge', plan, words: {} }];
  for (const rows of demoPast({ fleet, deployments, pollMilliseconds: 10_000, version: '1' }))
    await store.write(rows);
  await store.close();
  return () => rmSync(record, { recursive: true, force: true });
});

function onTheLastDay(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: end + 60_000 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

async function reported(what: Partial<ReportCommand> = {}): Promise<string> {
  const command = { kind: 'report', month: '2026-11', data: record, configFile: null, zone: 'UTC' } as const;
  const output = new PassThrough();
  const [out] = await Promise.all([
    text(output),
    runReport({ form: 'text', ...command, ...what }, {}, output).finally(() => output.end()),
  ]);
  return out;
}

async function reportsIn(what: Partial<ReportCommand> = {}): Promise<readonly MonthReport[]> {
  const { data } = JSON.parse(await reported({ form: 'json', ...what })) as { data: MonthReport[] };
  return data;
}

function configured(settings: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'edgewatch.json');
  writeFileSync(file, JSON.stringify(settings));
  return file;
}

test('a table has each deployment and component, with shares of observed time', async () => {
  onTheLastDay();
  const before = readdirSync(record).toSorted();
  const out = await reported();
  expect(out).toMatch(
    /^edge was good for \d\d\.\d\d % of observed time in November 2026 until 24 Nov 2026 09:3\d\./,
  );
  expect(out).toMatch(/ of the time was observed; the other .* count as neither good nor bad\./);
  expect(out).toMatch(
    /^ +observed +good of observed +good +bad +unknown +not observed +outages +longest outage$/m,
  );
  expect(out).toMatch(/^All of edge +\d+ d \d+ h +\d\d\.\d\d %/m);
  expect(out.match(/^Times are in UTC\.$/gm)).toHaveLength(1);
  expect(out).not.toContain('planned');
  expect(readdirSync(record).toSorted()).toEqual(before);
});

test('all times of each row add up to the time of the report', async () => {
  onTheLastDay();
  const [report, ...others] = await reportsIn({ zone: 'Europe/Berlin' });
  expect(others).toEqual([]);
  expect(report).toMatchObject({ from: '2026-10-31T23:00:00.000Z', zone: 'Europe/Berlin' });
  const length = Date.parse(report?.to ?? '') - Date.parse(report?.from ?? '');
  expect(report?.data.length).toBeGreaterThan(3);
  for (const { good, bad, unknown, unobserved } of report?.data ?? [])
    expect(good + bad + unknown + unobserved).toBe(length);
});

test('names, status words and planned work come from the configuration', async () => {
  onTheLastDay();
  const deployments = [{ slug: 'edge', name: 'Edge of all', baseUrl: 'http://edge.test' }];
  const planned = [
    { title: 'Rack move', from: '2026-11-01T00:00:00Z', to: '2026-11-30T00:00:00Z' },
    { title: 'Elsewhere', deployments: ['edge'], from: '2026-12-01T00:00:00Z', to: '2026-12-02T00:00:00Z' },
  ];
  const configFile = configured({ deployments, planned });
  const out = await reported({ configFile });
  expect(out).toMatch(/^Edge of all was good for/);
  expect(out).toMatch(/^Of this in planned work +observed/m);
  expect(out).toMatch(/^Planned: Rack move, 1 Nov 00:00 to 30 Nov 00:00, .* bad$/m);
  const [report] = await reportsIn({ configFile });
  const [whole] = report?.data ?? [];
  expect(whole?.bad).toBeGreaterThan(0);
  expect(whole?.planned.bad).toBe(whole?.bad);
});

test('the outages are written as CSV', async () => {
  onTheLastDay();
  const [report] = await reportsIn();
  const lines = (await reported({ form: 'csv' })).trimEnd().split('\r\n');
  expect(lines[0]).toBe('# deployment: edge');
  expect(lines.filter((line) => line.startsWith('edge,'))).toHaveLength(report?.outages.length ?? 0);
  expect(report?.outages.length).toBeGreaterThan(0);
});

test('works while a host records', async () => {
  onTheLastDay();
  const before = await reported({ form: 'csv' });
  const store = await openIn(record);
  onTestFinished(() => store.close());
  const stop = listenIn(record, store, () => undefined);
  onTestFinished(stop);
  await vi.waitUntil(() => readdirSync(record).includes('edgewatch.sock'));
  expect(socketIn(record)).toContain(record);
  expect(await reported({ form: 'csv' })).toBe(before);
});

test('a month that has not begun, a folder without history and a wrong configuration are refused', async () => {
  onTheLastDay();
  await expect(reported({ month: '2026-12' })).rejects.toThrow('The month 2026-12 has not begun.');
  await expect(reported({ data: join(record, 'none') })).rejects.toThrow('There is no history in');
  await expect(reported({ configFile: configured({ demo: true }) })).rejects.toThrow(
    'has no deployment to report.',
  );
});
