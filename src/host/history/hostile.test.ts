import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { intervalsAt } from '#domain/history/coverage/coverage.ts';
import { storedRows } from '#testing/history/stored-rows.ts';
import { recall } from './history-store.ts';
import type { Remembered } from './memory/remembered.ts';
import type { Observation, ObservedRow, Reading } from './reading.ts';
import { type Bounds, usualBounds } from './recorder/allowances.ts';
import { Recorder } from './recorder/recorder.ts';
import { storedWord } from './recorder/stored-word.ts';
import type { Row, Table } from './rows.ts';
import { openStore } from './store/sqlite/open-store.ts';
import type { HistoryFile } from './store/store.ts';
import { openCopy } from './upkeep/copy.ts';
import { verifyCopy } from './upkeep/verify.ts';

const begin = Date.parse('2026-11-23T03:00:00.000Z');
const [minute, day] = [60_000, 86_400_000];

const small: Bounds = {
  ...usualBounds,
  most: 4_000,
  aDay: 1_000,
  short: 300,
  names: 400,
  words: 150,
  series: 10,
  characters: 5_000,
};

class Host {
  readonly file: string;
  readonly store: HistoryFile;
  readonly lines: string[] = [];
  readonly #bounds: Bounds;
  #of: Remembered;
  #recorder: Recorder;
  #now = begin;

  private constructor(file: string, store: HistoryFile, of: Remembered, bounds: Bounds) {
    this.#bounds = bounds;
    this.file = file;
    this.store = store;
    this.#of = of;
    this.#recorder = this.#begun();
  }

  static async begun(bounds = small): Promise<Host> {
    const folder = mkdtempSync(join(tmpdir(), 'edgewatch-hostile-'));
    const file = join(folder, 'history.db');
    const opening = await openStore(file);
    if (opening.kind !== 'open') throw new Error(opening.why);
    const host = new Host(file, opening.store, await recall(opening.store), bounds);
    onTestFinished(async () => {
      await host.store.close();
      rmSync(folder, { recursive: true, force: true });
    });
    await host.#recorder.begin();
    return host;
  }

  #begun(): Recorder {
    const { store } = this;
    const recorder = new Recorder({ store, ...this.#of, version: '1', bounds: this.#bounds }, this.#now);
    recorder.report = (line) => this.lines.push(line);
    return recorder;
  }

  get present() {
    return this.#of.present;
  }

  async restart(): Promise<void> {
    this.#of = await recall(this.store);
    this.#recorder = this.#begun();
    await this.#recorder.begin();
  }

  async take(reading: Reading): Promise<void> {
    this.#now = reading.at;
    await this.#recorder.take(reading, reading.at);
  }

  /** Applies a retention of ten days. */
  async tidy(now: number): Promise<void> {
    for (let step = 0; await this.#recorder.tidy({ rawDays: 1, hourDays: 10, spanDays: 10 }, now); step += 1)
      if (step > 1_000) throw new Error('It never ends.');
  }

  async count(): Promise<Partial<Record<Table, number>>> {
    return this.#copied(async (statements) => {
      const tables = ['subject', 'item', 'content', 'word', 'series', 'span', 'log', 'change'] as const;
      const counts = tables.map(async (table) => {
        const [count] = await statements.first(`select count(*) from "${table}"`);
        return [table, Number(count)] as const;
      });
      return Object.fromEntries(await Promise.all(counts));
    });
  }

  size(): Promise<number> {
    return this.#copied(async (statements) => {
      const [pages] = await statements.first('select page_count from pragma_page_count');
      return 4_096 * Number(pages);
    });
  }

  verify(): Promise<readonly string[]> {
    return this.#copied(async (statements) => (await verifyCopy(statements)).problems);
  }

  async #copied<T>(poll: (statements: ReturnType<typeof openCopy>['statements']) => Promise<T>): Promise<T> {
    const file = `${this.file}.copy`;
    await this.store.backup(file);
    const copy = openCopy(file);
    try {
      return await poll(copy.statements);
    } finally {
      copy.close();
    }
  }

  sightOf(slug: string, path: string, now: number) {
    return intervalsAt(this.present.coverage(this.present.endpointAt(slug, path)?.id ?? 0), now).slice(1);
  }

  wordsOf(slug: string, key: string): readonly (string | null)[] {
    const subject = this.present.subjectOf(slug, 'component', key, 1);
    const track = this.#of.spans.of(subject?.id ?? 0);
    return Array.from(
      { length: track?.count ?? 0 },
      (_, index) => this.present.word(track?.wordAt(index) ?? 0)?.text ?? null,
    );
  }
}

function look(
  slug: string,
  at: number,
  observation: Observation,
  path: Reading['path'] = '/api/v2/status',
): Reading {
  return {
    slug,
    path,
    sentAt: at - 20,
    at,
    ahead: 0,
    changes: [],
    outcome: { kind: 'answered', validMilliseconds: 70_000, complete: true, statedAt: null, observation },
  };
}

function status(components: Readonly<Record<string, string>>): Observation {
  const rows = Object.entries(components).map(
    ([key, word]): ObservedRow => ({ key, word: storedWord(word), body: null, amounts: null }),
  );
  return { resource: 'status', word: storedWord('operational'), claim: 'exact', rows, totals: [] };
}

function list(resource: 'node' | 'event', rows: readonly ObservedRow[]): Observation {
  return { resource, word: null, claim: 'exact', rows, totals: [] };
}

function newRows(n: number, count: number): readonly ObservedRow[] {
  return Array.from({ length: count }, (_, index) => {
    const key = `new_${n}_${index}`;
    return { key, word: storedWord(`word ${key}`), body: JSON.stringify({ id: key }), amounts: [n] };
  });
}

/**
 * Polls two services: the names of one are all new at each poll, and a component of the other changes every
 * ten minutes.
 */
async function lookAtBoth(host: Host, first: number, polls: number): Promise<void> {
  for (let n = first; n < first + polls; n += 1) {
    const at = begin + n * minute;
    await host.take(look('hostile', at, list('node', newRows(n, 60)), '/api/v2/nodes'));
    await host.take(look('hostile', at + 1, list('event', newRows(n, 60)), '/api/v1/events'));
    await host.take(look('hostile', at + 2, status({ [`word of ${n}`]: `${n}`, API: `${n}` })));
    await host.take(look('edge', at + 3, status({ API: n % 20 < 10 ? 'operational' : 'down' })));
  }
}

test('a service that renames everything is limited, and its neighbour is still recorded', async () => {
  const host = await Host.begun();
  await lookAtBoth(host, 0, 100);
  const [stored, size] = [await host.count(), await host.size()];
  await lookAtBoth(host, 100, 200);
  const now = begin + 300 * minute;
  const after = await host.count();
  for (const [table, most] of [
    ['subject', 2 * small.names + 2],
    ['item', 2 * small.names],
    ['word', 2 * small.words + 3],
    ['series', small.series],
  ] as const)
    expect([table, (after[table] ?? 0) <= most]).toEqual([table, true]);
  const sum = (of: typeof stored) => Object.values(of).reduce((all, each) => all + each, 0);
  // Allowed rows: the daily maximum of three endpoints for 200 minutes, and the changes of the other service.
  expect(sum(after) - sum(stored)).toBeLessThan((3 * small.aDay * 200 * minute) / day + 30);
  expect((await host.size()) - size).toBeLessThan(150_000);
  const nodes = host.sightOf('hostile', '/api/v2/nodes', now);
  expect(nodes.at(-1)).toMatchObject({ outcome: 'blind', cause: 'failing' });
  expect(nodes.at(-1)?.detail).toMatch(/more than|more new texts/);
  expect(host.sightOf('edge', '/api/v2/status', now)).toEqual([
    expect.objectContaining({ outcome: 'seen', looks: 300 }),
    expect.objectContaining({ cause: 'pending' }),
  ]);
  expect(host.wordsOf('edge', 'API')).toHaveLength(30);
  const reported = host.lines.filter((line) => line.includes('/api/v2/nodes are not recorded'));
  expect(reported.length).toBeGreaterThan(0);
  expect(reported.length).toBeLessThan(20);
  expect(await host.verify()).toEqual([]);
});

test('subjects that vanished before the retention period are dropped, and new rows are recorded again', async () => {
  const host = await Host.begun();
  await lookAtBoth(host, 0, 30);
  const calm: Observation = list('node', [
    { key: 'nod_1', word: storedWord('ok'), body: '{"id":"nod_1"}', amounts: null },
  ]);
  const later = begin + 5 * day;
  const quiet = async (at: number) => {
    await host.take(look('hostile', at, calm, '/api/v2/nodes'));
    await host.take(look('hostile', at + 1, list('event', []), '/api/v1/events'));
    await host.take(look('hostile', at + 2, status({ API: 'up' })));
    await host.take(look('edge', at + 3, status({ API: 'operational' })));
  };
  await quiet(later);
  await host.tidy(later + 9 * day);
  const stored = await host.count();
  expect(stored.item).toBeGreaterThan(100);
  await host.tidy(later + 11 * day);
  expect(await host.count()).toMatchObject({ item: 1, content: 1, series: 0, log: 0, subject: 5, word: 3 });
  expect(await host.verify()).toEqual([]);
  // The removed rows are not in memory either, neither in this run nor in the next one.
  for (const how of ['goes on', 'begins anew']) {
    if (how === 'begins anew') await host.restart();
    expect(host.present.subjectIds('hostile', 'node')).toHaveLength(1);
    expect(host.present.subjectOf('hostile', 'node', 'new_0_0', 1)).toBeNull();
    expect([...host.present.lists.items]).toHaveLength(1);
  }
  await host.take(look('hostile', later + 12 * day, list('node', newRows(0, 5)), '/api/v2/nodes'));
  expect(host.sightOf('hostile', '/api/v2/nodes', later + 12 * day).at(-2)).toMatchObject({ outcome: 'seen' });
  expect(await host.verify()).toEqual([]);
});

test('beyond the limit of names for all deployments lists are not recorded, reported once; status is', async () => {
  const allNames = 300;
  const host = await Host.begun({ ...small, allNames });
  // A node takes two names: one for its states and one for its row.
  const slugs = Array.from({ length: 6 }, (_, index) => `d${index}`);
  for (let n = 0; n < 3; n += 1)
    for (const [index, slug] of slugs.entries()) {
      const at = begin + n * minute + 2 * index;
      await host.take(look(slug, at, list('node', newRows(index, 60)), '/api/v2/nodes'));
      await host.take(look(slug, at + 1, status({ API: 'operational' })));
    }
  const now = begin + 3 * minute;
  expect(host.present.nameCount).toBeLessThanOrEqual(1.1 * allNames);
  const nodes = slugs.map((slug) => host.sightOf(slug, '/api/v2/nodes', now)[0]);
  expect(nodes.map((first) => first?.outcome)).toEqual(['seen', 'seen', 'blind', 'blind', 'blind', 'blind']);
  expect(nodes[2]).toMatchObject({
    cause: 'not-recorded',
    detail: expect.stringContaining('its limit of names'),
  });
  for (const slug of slugs)
    expect(host.sightOf(slug, '/api/v2/status', now)[0]).toMatchObject({ outcome: 'seen', looks: 3 });
  expect(host.lines).toEqual([expect.stringContaining('its limit of names')]);
});

test('words that change with each poll are rolled up by quarter of an hour before they are dropped', async () => {
  const host = await Host.begun();
  const names = Array.from({ length: 100 }, (_, index) => `Component ${index}`);
  const words = ['operational', 'down'];
  for (let n = 0; n < 55; n += 1) {
    const word = words[n % 2] ?? '';
    await host.take(
      look('edge', begin + n * minute, status(Object.fromEntries(names.map((name) => [name, word])))),
    );
  }
  const rows: readonly Row[] = await storedRows(host.store);
  const folded = rows.filter((row) => row.table === 'span' && row.folded > 0);
  expect(folded.length).toBeGreaterThan(0);
  expect(host.sightOf('edge', '/api/v2/status', begin + 55 * minute).at(-2)).toMatchObject({
    outcome: 'seen',
    looks: 55,
  });
});

test('a text beyond the limit keeps its list from being recorded, and is not written', async () => {
  const host = await Host.begun();
  const name = 'n'.repeat(small.characters + 1);
  await host.take(look('edge', begin, status({ [name]: 'operational' })));
  expect(host.sightOf('edge', '/api/v2/status', begin)).toEqual([
    expect.objectContaining({ cause: 'failing', detail: expect.stringContaining('longer than') }),
  ]);
  expect(await host.count()).toMatchObject({ subject: 0, word: 0, span: 0 });
});
