/** Test helpers: a recorder that writes into memory, polls for it, and the rows that it wrote. */

import { intervalsAt } from '#domain/history/coverage/coverage.ts';
import { Present } from '#host/history/memory/present.ts';
import type { Observation, ObservedRow, Reading } from '#host/history/reading.ts';
import { usualBounds } from '#host/history/recorder/allowances.ts';
import { Recorder } from '#host/history/recorder/recorder.ts';
import { storedWord } from '#host/history/recorder/stored-word.ts';
import type { Row, RowOf, Table } from '#host/history/rows.ts';
import { SpanTable } from '#host/history/spans/span-table.ts';
import { type HistoryStore, StoreFailure } from '#host/history/store/store.ts';

export const path = '/api/v2/status';
export const beginning = Date.parse('2026-11-23T03:00:00.000Z');

export function componentsObservation(
  components: Readonly<Record<string, string | null>>,
  word = 'operational',
): Observation {
  const rows = Object.entries(components).map(
    ([key, each]): ObservedRow => ({ key, word: storedWord(each), body: null, amounts: null }),
  );
  return { resource: 'status', word: storedWord(word), claim: 'exact', rows, totals: [] };
}

export function nodes(
  rows: Readonly<Record<string, { readonly word: string; readonly pop: string }>>,
): Observation {
  return {
    resource: 'node',
    word: null,
    claim: 'exact',
    rows: Object.entries(rows).map(([key, { word, pop }]) => ({
      key,
      word: storedWord(word),
      body: JSON.stringify({ id: key, pop }),
      amounts: null,
    })),
    totals: [{ name: 'totals/nodes', value: Object.keys(rows).length }],
  };
}

/**
 * An answered poll.
 *
 * @param sent - time of the request, seconds after `beginning`.
 * @param at - time of the response, seconds after `beginning`.
 */
export function answeredPoll(
  sent: number,
  at: number,
  what: Observation | null,
  more: Partial<Reading> = {},
): Reading {
  return {
    slug: 'cdn',
    path,
    sentAt: beginning + sent * 1000,
    at: beginning + at * 1000,
    ahead: 0,
    changes: [],
    outcome: { kind: 'answered', validMilliseconds: 12_000, complete: true, statedAt: null, observation: what },
    ...more,
  };
}

export function failedPoll(sent: number, at: number): Reading {
  return answeredPoll(sent, at, null, { outcome: { kind: 'failed', cause: 'unreachable', detail: 'refused' } });
}

export class Disk {
  readonly rows: Row[] = [];
  isFull = false;

  readonly store = {
    write: async (rows: readonly Row[]) => {
      if (this.isFull) throw new StoreFailure('disk-full', 'The disk is full.');
      this.rows.push(...rows);
    },
  } as HistoryStore;

  of<T extends Table>(table: T): readonly RowOf<T>[] {
    return this.rows.filter((row): row is RowOf<T> => row.table === table);
  }

  async recorder(startedAt = 0, bounds = usualBounds) {
    const present = new Present();
    for (const row of this.rows) present.note(row);
    present.loaded();
    const options = { store: this.store, present, spans: new SpanTable(), version: '1', bounds };
    const recorder = new Recorder(options, beginning + startedAt * 1000);
    await recorder.begin();
    const take = (reading: Reading) => recorder.take(reading, reading.at);
    return { recorder, present, take };
  }
}

export function seconds(time: number | null): number | null {
  return time === null || !Number.isFinite(time) ? null : (time - beginning) / 1000;
}

export function spansOf(disk: Disk, key: string) {
  const words = new Map(disk.of('word').map(({ id, text }) => [id, text]));
  const subject = disk.of('subject').find((row) => row.key === key)?.id;
  const last = new Map(disk.of('span').flatMap((row) => (row.subject === subject ? [[row.from, row]] : [])));
  return [...last.values()].map(({ from, notBefore, to, word, folded }) => ({
    word: words.get(word) ?? null,
    from: seconds(from),
    notBefore: seconds(notBefore),
    to: seconds(to),
    ...(folded > 0 && { folded }),
  }));
}

export function sightOf(present: Present, now: number) {
  return intervalsAt(present.coverage(1), beginning + now * 1000)
    .slice(1)
    .map(({ from, to, outcome, cause, looks }) => [seconds(from), seconds(to), cause ?? outcome, looks]);
}
