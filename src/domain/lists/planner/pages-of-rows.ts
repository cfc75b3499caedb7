import { type DecodedList, regionField } from '#contract/decode/list.ts';
import type { ListResource } from '#contract/resources.ts';
import type { PageFacts, Part } from './page.ts';

function textAt(row: object, field: string): string | null {
  const value: unknown = Reflect.get(row, field);
  return typeof value === 'string' ? value : null;
}

export function regionsOf(rows: readonly object[], field: string): ReadonlyMap<string | null, number> {
  const regions = new Map<string | null, number>();
  for (const row of rows) {
    const code = textAt(row, field);
    regions.set(code, (regions.get(code) ?? 0) + 1);
  }
  return regions;
}

/** Returns the identity of a row: its id, or its content as JSON if it has no id. */
export function identityOf(row: object): string {
  return textAt(row, 'id') ?? content(row);
}

function content(row: object): string {
  return JSON.stringify(row, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** Hashes rows. The hash is the same for the same rows in any order. */
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

export function factsOf({ resource, rows, pagination, repeated }: DecodedList<ListResource>): PageFacts {
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

export interface PartRows {
  readonly count: number;
  readonly rowFilter: Part<unknown>['rowFilter'];
  readonly codeAt: (row: number) => string | null;
  readonly identityAt: (row: number) => string;
}

function isSelected(code: string | null, rowFilter: NonNullable<PartRows['rowFilter']>): boolean {
  return 'only' in rowFilter ? code === rowFilter.only : code === null || !rowFilter.except.has(code);
}

/**
 * Selects the rows of each part that count in the merged list.
 * - Rows of a resource with a region field are separated by region: one id with two contents is two rows.
 * - Rows of other resources may be in several parts. An id counts as often as in the part that has it most
 * often.
 */
export function rowsThatCount(parts: readonly PartRows[], namesRegion: boolean): readonly Uint32Array[] {
  const counts = new Map<string, number>();
  return parts.map(({ count, rowFilter, codeAt, identityAt }) => {
    const all = Uint32Array.from({ length: count }, (_, row) => row);
    if (namesRegion) return rowFilter === null ? all : all.filter((row) => isSelected(codeAt(row), rowFilter));
    const here = new Map<string, number>();
    return all.filter((row) => {
      const identity = identityAt(row);
      const nth = (here.get(identity) ?? 0) + 1;
      here.set(identity, nth);
      if (nth <= (counts.get(identity) ?? 0)) return false;
      counts.set(identity, nth);
      return true;
    });
  });
}

const none: object = {};

export async function uniteRows<Row extends object>(
  parts: readonly Part<Row>[],
  field: string | null,
): Promise<readonly Row[]> {
  const rowsOfParts = await Promise.all(parts.map(({ page }) => page.content.rows()));
  const selected = rowsThatCount(
    rowsOfParts.map((rows, part) => ({
      count: rows.length,
      rowFilter: parts[part]?.rowFilter ?? null,
      codeAt: (row) => (field === null ? null : textAt(rows[row] ?? none, field)),
      identityAt: (row) => identityOf(rows[row] ?? none),
    })),
    field !== null,
  );
  return rowsOfParts.flatMap((rows, part) =>
    Array.from(selected[part] ?? []).flatMap((row) => rows[row] ?? []),
  );
}
