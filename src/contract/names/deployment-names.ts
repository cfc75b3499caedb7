import { nameSuffix } from './name-suffix.ts';

interface Named {
  readonly slug: string;
  readonly name: string;
}

/**
 * Returns a key for comparing deployment names. It ignores case, character width, blanks and invisible
 * characters.
 */
function comparisonKey(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** Returns the indexes of all names that look the same as another entry of `names`. */
export function repeatedNames(names: readonly string[]): ReadonlySet<number> {
  const keys = names.map(comparisonKey);
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return new Set(keys.flatMap((key, index) => (counts.get(key) === 1 ? [] : [index])));
}

/**
 * Returns display names in the order of `deployments`. A name that is not unique gets its slug: "Edge
 * (edge-2)".
 */
export function displayNames(deployments: readonly Named[]): readonly string[] {
  const names = deployments.map(({ name }) => name);
  const toMark = () =>
    [...repeatedNames(names)].filter(
      (index) => !names[index]?.endsWith(nameSuffix(deployments[index]?.slug ?? '')),
    );
  // A name with its slug may equal the configured name of another deployment, so the check repeats. Each name
  // gets its slug at most once.
  for (let marked = toMark(); marked.length > 0; marked = toMark())
    for (const index of marked) names[index] += nameSuffix(deployments[index]?.slug ?? '');
  return names;
}
