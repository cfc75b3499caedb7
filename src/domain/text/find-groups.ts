import { type Findable, type FindIndex, type Found, find } from './find.ts';

/**
 * Distributes at most `most` result rows to groups, one at a time. A group with many hits leaves room for the
 * others.
 * @returns rows by group
 */
export function dealtRows(wanted: readonly number[], most: number): readonly number[] {
  const rows = wanted.map(() => 0);
  let left = Math.min(
    most,
    wanted.reduce((sum, each) => sum + each, 0),
  );
  for (let group = 0; left > 0; group = (group + 1) % wanted.length) {
    if ((rows[group] ?? 0) >= (wanted[group] ?? 0)) continue;
    rows[group] = (rows[group] ?? 0) + 1;
    left -= 1;
  }
  return rows;
}

/** Runs {@link find} in each group and shares at most `most` rows among the groups. */
export function findInGroups<Entry extends Findable>(
  groups: readonly (readonly FindIndex<Entry>[])[],
  query: string,
  most: number,
): readonly Found<Entry>[] {
  const found = groups.map((indexes) => find(indexes, query, most));
  const rows = dealtRows(
    found.map(({ best }) => best.length),
    most,
  );
  return found.map(({ best, count }, group) => ({ best: best.slice(0, rows[group]), count }));
}
