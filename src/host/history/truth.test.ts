import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ChangeEntry, CoverageEntry, SpanEntry } from '#contract/history.ts';
import { ask } from '#testing/history/history-responses.ts';
import { recordedDeployment } from '#testing/observer/polls.ts';
import { readingsFrom } from '#testing/observer/readings.ts';
import { recall } from './history-store.ts';
import { Present } from './memory/present.ts';
import type { Remembered } from './memory/remembered.ts';
import type { Reading } from './reading.ts';
import { Recorder } from './recorder/recorder.ts';
import type { ResponseContexts } from './responses/context.ts';
import type { Row } from './rows.ts';
import { SpanTable } from './spans/span-table.ts';
import { openStore } from './store/sqlite/open-store.ts';
import { type HistoryStore, StoreFailure } from './store/store.ts';

const begin = Date.parse('2026-11-23T03:00:00.000Z');

class Host {
  readonly #file: string;
  store: HistoryStore;
  present = new Present();
  spans = new SpanTable();
  recorder: Recorder;
  isFull = false;

  private constructor(file: string, store: HistoryStore) {
    this.#file = file;
    this.store = store;
    this.recorder = this.#recorder(begin);
  }

  static async begun(): Promise<Host> {
    const folder = mkdtempSync(join(tmpdir(), 'edgewatch-truth-'));
    const file = join(folder, 'history.db');
    const host = new Host(file, await Host.#opened(file));
    onTestFinished(async () => {
      await host.store.close();
      rmSync(folder, { recursive: true, force: true });
    });
    await host.load();
    await host.recorder.begin();
    return host;
  }

  static async #opened(file: string): Promise<HistoryStore> {
    const opening = await openStore(file);
    if (opening.kind !== 'open') throw new Error(`It is ${opening.kind}: ${opening.why}`);
    return opening.store;
  }

  #recorder(now: number): Recorder {
    const write = async (rows: readonly Row[]) => {
      if (this.isFull) throw new StoreFailure('disk-full', 'The disk is full.');
      await this.store.write(rows);
    };
    const store = { write } as Pick<HistoryStore, 'write'> as HistoryStore;
    const { present, spans } = this;
    return new Recorder({ store, present, spans, version: '1' }, now);
  }

  /** Reads the history record as a new host does at its start. */
  remembered(): Promise<Remembered> {
    return recall(this.store);
  }

  async load(): Promise<void> {
    Object.assign(this, await this.remembered());
    this.recorder = this.#recorder(Math.max(begin, this.present.lastAt));
  }

  async reopen(): Promise<void> {
    await this.store.close();
    this.store = await Host.#opened(this.#file);
  }

  async restart(how: 'stopped' | 'killed', now: number): Promise<void> {
    if (how === 'stopped') await this.recorder.end(now);
    await this.reopen();
    await this.load();
    await this.recorder.begin();
  }

  take(reading: Reading): Promise<boolean> {
    return this.recorder.take(reading, reading.at);
  }

  answers(now: number, of: Remembered = this): ResponseContexts {
    const recorder = {
      recording: true,
      reason: null,
      notice: null,
      retention: { rawDays: 14, hourDays: 400, spanDays: 400 },
    };
    const { store } = this;
    const context = { recorder, known: of.present, spans: of.spans, store, now };
    return { deployments: [recordedDeployment()], of: () => context };
  }
}

const window = 'from=2026-11-23T02:00:00Z&to=2026-11-23T04:00:00Z';
const pages = [
  '/edge',
  `/edge/sight?${window}`,
  `/edge/spans?${window}`,
  `/edge/changes?${window}&limit=1000`,
  `/edge/series?name=events/evt_1&points=60&${window}`,
  `/edge/series?name=totals/nodes&points=60&${window}`,
  ...['v2/status', 'v2/nodes', 'v1/events'].map((path) => `/edge/at/2026-11-23T03:01:00Z/api/${path}`),
  ...['deployment', 'component', 'node'].map((kind) => `/edge/strips?kind=${kind}&${window}`),
];

function rowsIn(data: readonly unknown[] | undefined): readonly unknown[] {
  return data ?? [];
}

/**
 * All responses as texts that can be compared. The ids of refusals differ each time, and so may the order of
 * subjects, so both are made equal.
 */
async function allResponses(answering: ResponseContexts): Promise<readonly string[]> {
  const responses = await Promise.all(pages.map((page) => ask(page, answering)));
  return responses.flatMap(({ status, body: { data, ...rest } }) =>
    status === 200
      ? [
          JSON.stringify(rest),
          ...rowsIn(data)
            .map((row) => JSON.stringify(row))
            .toSorted(),
        ]
      : [String(status)],
  );
}

async function entries<Entry>(host: Host, now: number, page: string): Promise<readonly Entry[]> {
  const limit = page === 'changes' ? '&limit=1000' : '';
  const { body } = await ask(`/edge/${page}?${window}${limit}`, host.answers(now));
  return body.data as readonly unknown[] as readonly Entry[];
}

/** Gives each reading its complete content. Readings usually state only changes since the reading before. */
function asFull(readings: readonly Reading[]): readonly Reading[] {
  const last = new Map<string, Reading['outcome']>();
  return readings.map((reading) => {
    const { outcome, path } = reading;
    if (outcome.kind === 'failed') return reading;
    const before = last.get(path);
    const observation = outcome.observation ?? (before?.kind === 'answered' ? before.observation : null);
    const next = { ...outcome, observation };
    last.set(path, next);
    return { ...reading, outcome: next };
  });
}

const seeds = [3, 6, 7];
const end = (readings: readonly Reading[]) => (readings.at(-1)?.at ?? begin) + 1_000;

describe('the history record', () => {
  test.each(seeds)('in memory equals the record on disk after each poll (seed %i)', async (seed) => {
    const host = await Host.begun();
    const readings = readingsFrom(seed, 90, begin);
    let clock = { wall: begin, boot: 0, steady: 0 };
    for (const [index, reading] of readings.entries()) {
      await host.take(reading);
      // Sometimes the machine sleeps for 20 s, and sometimes its clock is set forward by 5 s.
      const [slept, stepped] = [index % 29 === 28 ? 20_000 : 0, index % 41 === 40 ? 5_000 : 0];
      await host.recorder.tick(clock);
      clock = { wall: reading.at + stepped + slept, boot: reading.at - begin + slept, steady: 0 };
      await host.recorder.tick({ ...clock, boot: clock.boot });
      clock = { wall: reading.at, boot: reading.at - begin, steady: 0 };
      const now = reading.at + 500;
      expect(await allResponses(host.answers(now, await host.remembered()))).toEqual(
        await allResponses(host.answers(now)),
      );
    }
  });

  test.each([-56, 5])('takes no rows while the clock is %i years off at a start', async (years) => {
    const host = await Host.begun();
    const [before, after] = readingsFrom(3, 2, begin);
    if (!before || !after) throw new Error('There are two.');
    await host.take({ ...before, at: begin + 1_000, sentAt: begin + 900 });
    await host.restart('killed', begin + 5_000);
    const off = years * 365 * 86_400_000;
    const wrong = begin + 10_000 + off;
    const clocks = { wall: wrong, boot: 10_000, steady: 10_000 };
    await host.recorder.tick(clocks);
    const early = { ...before, at: wrong, sentAt: wrong - 100, ahead: -off };
    await host.recorder.take(early, wrong);
    expect(host.recorder.hindrance).toBe('clock');
    await host.recorder.tick({ wall: begin + 11_000, boot: 11_000, steady: 11_000 });
    await host.take({ ...before, at: begin + 20_000, sentAt: begin + 19_900 });
    expect(host.recorder.hindrance).toBeNull();
    const now = begin + 21_000;
    const all = await entries<CoverageEntry>(host, now, 'sight');
    const coverage = all.filter(({ endpoint }) => endpoint === before.path);
    const times = coverage.flatMap(({ from, to }) => [from, to ?? '9']);
    expect(times).toEqual(times.toSorted());
    expect(coverage.filter(({ outcome }) => outcome === 'seen').map(({ looks: polls }) => polls)).toEqual([
      1, 1,
    ]);
    expect(coverage.find(({ cause }) => cause === 'host-stopped' || cause === 'clock-stepped')).toMatchObject({
      from: new Date(begin + 1_000).toISOString(),
      to: new Date(begin + 20_000).toISOString(),
    });
    expect(await allResponses(host.answers(now, await host.remembered()))).toEqual(
      await allResponses(host.answers(now)),
    );
  });

  test.each(seeds)('is the same if everything is written again (seed %i)', async (seed) => {
    const [one, other] = [await Host.begun(), await Host.begun()];
    const readings = readingsFrom(seed, 200, begin);
    for (const reading of readings) await one.take(reading);
    for (const reading of asFull(readings)) await other.take(reading);
    const now = end(readings);
    expect(await allResponses(other.answers(now))).toEqual(await allResponses(one.answers(now)));
  });

  test.each(seeds)('has the same words after a restart at each poll (seed %i)', async (seed) => {
    const [one, other] = [await Host.begun(), await Host.begun()];
    const readings = asFull(readingsFrom(seed, 60, begin));
    for (const [index, reading] of readings.entries()) {
      await one.take(reading);
      await other.take(reading);
      await other.restart(index % 2 === 0 ? 'stopped' : 'killed', reading.at);
    }
    const now = end(readings);
    // A restart ends coverage, and with it the time in which a row may have been left out. After it a change
    // window may be wider, but never narrower.
    const plain = (rows: readonly SpanEntry[]) =>
      rows.map((row) => ({ ...row, notBefore: null, leftOut: undefined }));
    const [expected, spans] = [
      await entries<SpanEntry>(one, now, 'spans'),
      await entries<SpanEntry>(other, now, 'spans'),
    ];
    expect(plain(spans)).toEqual(plain(expected));
    for (const [index, { notBefore, endpoint }] of spans.entries()) {
      const known = expected[index]?.notBefore ?? null;
      if (endpoint === '/api/v2/status') expect(notBefore).toBe(known);
      else if (notBefore !== null) expect(known === null || notBefore <= known).toBe(true);
    }
    const types = (rows: readonly ChangeEntry[]) =>
      rows.map(({ at, type, key, after }) => [at, type, key, after]);
    expect(types(await entries(other, now, 'changes'))).toEqual(types(await entries(one, now, 'changes')));
  });

  test.each(seeds)('changes only its own change window if a poll is missing (seed %i)', async (seed) => {
    const [one, other] = [await Host.begun(), await Host.begun()];
    const readings = asFull(readingsFrom(seed, 60, begin));
    const status = readings.filter(
      ({ path, outcome }) => path === '/api/v2/status' && outcome.kind === 'answered',
    );
    const missed = status[Math.floor(status.length / 2)];
    const after = status[status.indexOf(missed as Reading) + 1];
    if (!missed || !after) throw new Error('There are too few looks.');
    for (const reading of readings) await one.take(reading);
    for (const reading of readings) if (reading !== missed) await other.take(reading);
    const now = end(readings);
    const [from, to] = [new Date(missed.at).toISOString(), new Date(after.at).toISOString()];
    const apart = (rows: readonly SpanEntry[]) =>
      rows.filter((row) => row.from > to || (row.to !== null && row.to < from));
    expect(apart(await entries(other, now, 'spans'))).toEqual(apart(await entries(one, now, 'spans')));
    const sight = async (host: Host) =>
      (await entries<CoverageEntry>(host, now, 'sight')).filter((row) => row.endpoint !== missed.path);
    expect(await sight(other)).toEqual(await sight(one));
  });

  test.each(seeds)('loses only the time of a full disk (seed %i)', async (seed) => {
    const [one, other] = [await Host.begun(), await Host.begun()];
    const readings = readingsFrom(seed, 150, begin);
    const isMissed = (index: number) => index >= 50 && index < 90;
    for (const [index, reading] of readings.entries()) {
      other.isFull = isMissed(index);
      await other.take(reading);
      if (!isMissed(index)) await one.take(asFull(readings)[index] as Reading);
    }
    const now = end(readings);
    const spans = await entries<SpanEntry>(other, now, 'spans');
    expect(spans).toEqual(await entries<SpanEntry>(one, now, 'spans'));
    const sight = await entries<CoverageEntry>(other, now, 'sight');
    expect(sight.filter(({ cause }) => cause === 'disk-full').length).toBeGreaterThan(0);
    expect(await allResponses(other.answers(now, await other.remembered()))).toEqual(
      await allResponses(other.answers(now)),
    );
  });
});
