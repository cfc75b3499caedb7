/** Pages and their union over plain objects. */

import { type ListAnswer, regionField } from '../../contract/decode-list.ts';
import type { ListResource } from '../../contract/resources.ts';
import type { PageFacts, Part } from './page.ts';

function textAt(row: object, field: string): string | null {
  const value: unknown = Reflect.get(row, field);
  return typeof value === 'string' ? value : null;
}

/** Region code → rows that name it. */
export function regionsOf(rows: readonly object[], field: string): ReadonlyMap<string | null, number> {
  const regions = new Map<string | null, number>();
  for (const row of rows) {
    const code = textAt(row, field);
    regions.set(code, (regions.get(code) ?? 0) + 1);
  }
  return regions;
}

/** What tells an asset from others: its id, or all of it where it has none. */
export function identityOf(row: object): string {
  return textAt(row, 'id') ?? content(row);
}

function content(row: object): string {
  return JSON.stringify(row, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** FNV-1a, 32 bit. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** The same text for the same rows in any order. */
export function likenessOf(rows: readonly object[]): string {
  let sum = 0;
  let mixed = 0;
  for (const row of rows) {
    const hash = hashOf(content(row));
    sum = (sum + hash) >>> 0;
    mixed = (mixed + Math.imul(hash, hash | 1)) >>> 0;
  }
  return `${rows.length} ${sum} ${mixed}`;
}

/** What the planner needs to know of an answer. */
export function factsOf({ resource, rows, pagination, repeated }: ListAnswer<ListResource>): PageFacts {
  const code = regionField(resource);
  const isAsset = resource === 'asset';
  return {
    count: rows.length,
    pagination,
    repeated,
    regions: code === null ? null : regionsOf(rows, code),
    ids: isAsset ? rows.map(identityOf) : null,
    likeness: isAsset ? likenessOf(rows) : null,
  };
}

function isKept(row: object, keep: Part<unknown>['keep'], field: string | null): boolean {
  if (keep === null || field === null) return true;
  const code = textAt(row, field);
  return 'only' in keep ? code === keep.only : code === null || !keep.except.has(code);
}

/**
 * The rows of all parts. Rows that name their region are told apart by it: one id with two contents is two rows. Those
 * that name none may come with several regions: an id counts as often as in the part that holds it most often.
 */
export async function uniteRows<Row extends object>(
  parts: readonly Part<Row>[],
  field: string | null,
): Promise<readonly Row[]> {
  const united: Row[] = [];
  const counts = new Map<string, number>();
  for (const { page, keep } of parts) {
    const here = new Map<string, number>();
    for (const row of await page.held.rows()) {
      if (!isKept(row, keep, field)) continue;
      if (field === null) {
        const identity = identityOf(row);
        const nth = (here.get(identity) ?? 0) + 1;
        here.set(identity, nth);
        if (nth <= (counts.get(identity) ?? 0)) continue;
        counts.set(identity, nth);
      }
      united.push(row);
    }
  }
  return united;
}
