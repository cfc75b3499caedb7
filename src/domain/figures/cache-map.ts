/**
 * Compares the cache words (`cache_status`) of each asset path between regions. Assets have no region field:
 * only a request with a region shows it.
 */

import type { Asset } from '#contract/resources.ts';

export interface RegionAssets {
  readonly code: string;
  readonly assets: readonly Asset[];
  /** Whether the response is complete. Only then does a path that it lacks not exist in the region. */
  readonly complete: boolean;
}

export interface PathRow {
  readonly path: string;
  /** Cache words of the path by region code; `null` in a list stands for an asset without a cache word. */
  readonly words: ReadonlyMap<string, readonly (string | null)[]>;
  /** How the regions agree. `hit-elsewhere`: HIT in one region and another word in another. */
  readonly agreement: 'hit-elsewhere' | 'different' | 'same';
}

const hit = 'HIT';

function inOrder(words: Iterable<string | null>): readonly (string | null)[] {
  return [...words].toSorted((a, b) => (a === null ? 1 : b === null || a < b ? -1 : 1));
}

const order = { 'hit-elsewhere': 0, different: 1, same: 2 } as const;

function agreementOf(words: PathRow['words']): PathRow['agreement'] {
  const sets = [...words.values()].map((each) => JSON.stringify(each));
  if (new Set(sets).size < 2) return 'same';
  const hasHit = [...words.values()].some((each) => each.includes(hit));
  const hasOther = [...words.values()].some((each) => each.some((word) => word !== hit));
  return hasHit && hasOther ? 'hit-elsewhere' : 'different';
}

const pathsInStep = 20;

/**
 * Compares regions, one row for each path. First come paths with HIT in one region and another word
 * elsewhere, then other differences, each sorted by path. A generator that yields between steps, because
 * there may be hundreds of regions with thousands of assets each.
 */
export function* cacheMapOf(regions: readonly RegionAssets[]): Generator<undefined, readonly PathRow[]> {
  const paths = new Map<string, Map<string, Set<string | null>>>();
  for (const { code, assets } of regions) {
    for (const { path, cache_status } of assets) {
      if (path === null) continue;
      const row = paths.get(path) ?? new Map<string, Set<string | null>>();
      row.set(code, (row.get(code) ?? new Set()).add(cache_status));
      paths.set(path, row);
    }
    yield;
  }
  const rows: PathRow[] = [];
  for (const [path, row] of paths) {
    const words = new Map([...row].map(([code, each]) => [code, inOrder(each)] as const));
    rows.push({ path, words, agreement: agreementOf(words) });
    if (rows.length % pathsInStep === 0) yield;
  }
  return rows.toSorted((a, b) => order[a.agreement] - order[b.agreement] || (a.path < b.path ? -1 : 1));
}
