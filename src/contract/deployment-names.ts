/** Display names of deployments: unique, so that two deployments of one name are told apart wherever a name stands. */

import { nameSuffix } from './name-suffix.ts';

interface Named {
  readonly slug: string;
  readonly name: string;
}

/** Equal for names that look alike: case, width, blanks and invisible characters don't count. */
function lookOf(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** The indexes of the names that another deployment has too. */
export function repeatedNames(names: readonly string[]): ReadonlySet<number> {
  const looks = names.map(lookOf);
  const counts = new Map<string, number>();
  for (const look of looks) counts.set(look, (counts.get(look) ?? 0) + 1);
  return new Set(looks.flatMap((look, index) => (counts.get(look) === 1 ? [] : [index])));
}

/** The names to show, in the same order: a name that isn't unique is followed by its slug, "Edge (edge-2)". */
export function displayNames(deployments: readonly Named[]): readonly string[] {
  const names = deployments.map(({ name }) => name);
  const toMark = () =>
    [...repeatedNames(names)].filter(
      (index) => !names[index]?.endsWith(nameSuffix(deployments[index]?.slug ?? '')),
    );
  // A name with its slug may be the written name of another. Each name gets its slug once at most.
  for (let marked = toMark(); marked.length > 0; marked = toMark())
    for (const index of marked) names[index] += nameSuffix(deployments[index]?.slug ?? '');
  return names;
}
