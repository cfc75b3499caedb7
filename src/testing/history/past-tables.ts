/** Test helper: the generated history of the demo, by table. */

import { defaultVerdictSettings } from '#contract/host.ts';
import type { PastDemo } from '#host/history/demo/demo-past.ts';
import type { Row, RowOf, Table } from '#host/history/rows.ts';
import { demoPlans } from '#service/demo/plans.ts';

/** A Wednesday. */
export const start = Date.parse('2026-11-25T14:37:21.345Z');
const rules = { words: {}, verdict: defaultVerdictSettings };
const deployments = demoPlans.map((plan) => ({ slug: plan.slug, plan, ...rules }));

export function demoAt(end: number, seed = 1): PastDemo {
  return { fleet: { seed, scale: 1, start: end }, deployments, pollMilliseconds: 10_000, version: '1.0.0' };
}

export function byKey<T, K>(rows: readonly T[], key: (row: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}

export function grouped<T>(rows: readonly T[], key: (row: T) => number): readonly (readonly T[])[] {
  return [...byKey(rows, key).values()];
}

export class Tables {
  readonly #rows = new Map<string, Row[]>();

  constructor(batches: Iterable<readonly Row[]>) {
    for (const batch of batches)
      for (const row of batch) {
        const alike = this.#rows.get(row.table);
        if (alike) alike.push(row);
        else this.#rows.set(row.table, [row]);
      }
  }

  of<T extends Table>(table: T): readonly RowOf<T>[] {
    return (this.#rows.get(table) ?? []) as RowOf<T>[];
  }

  get count(): number {
    return [...this.#rows.values()].reduce((sum, rows) => sum + rows.length, 0);
  }

  /** Spans of a deployment's subjects of one kind, by key. */
  spans(deployment: string, kind: string): ReadonlyMap<string, readonly RowOf<'span'>[]> {
    const bySubject = byKey(this.of('span'), ({ subject }) => subject);
    const subjects = this.of('subject').filter((each) => each.deployment === deployment && each.kind === kind);
    return new Map(subjects.map(({ id, key }) => [key, bySubject.get(id) ?? []]));
  }

  wordOf({ word }: RowOf<'span'>): string | null {
    return this.of('word').find(({ id }) => id === word)?.text ?? null;
  }

  endpoint(deployment: string, path: string): RowOf<'endpoint'> {
    const found = this.of('endpoint').find((each) => each.deployment === deployment && each.path === path);
    if (!found) throw new Error(`${deployment} has no ${path}.`);
    return found;
  }

  hours(deployment: string, name: string): readonly RowOf<'hour'>[] {
    const series = this.of('series').find((each) => each.deployment === deployment && each.name === name);
    return this.of('hour').filter((each) => each.series === series?.id);
  }

  /** The newest recorded value of each series, by series name. */
  newest(deployment: string): ReadonlyMap<string, number> {
    const names = new Map(
      this.of('series').flatMap(({ id, name, deployment: slug }) => (slug === deployment ? [[id, name]] : [])),
    );
    return new Map(
      this.of('value').flatMap(({ series, value }) => {
        const name = names.get(series);
        return name === undefined ? [] : [[name, Number(value)]];
      }),
    );
  }
}
