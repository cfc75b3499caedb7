/** States in sentences why a difference between two moments is not certain. */

import type { SubjectsThen } from './differences.ts';

/** A list at a moment with a name of the moment, such as "27 Nov, 03:00:00 UTC" or "now". */
export interface NamedThen {
  readonly list: Pick<SubjectsThen, 'known' | 'isWhole'>;
  readonly name: string;
}

/**
 * Returns the reasons why differences between two observed lists are not certain; empty if all are.
 * @param hasStates - whether the subjects have states, which a partial list may not have exactly.
 */
export function doubtsOf(before: NamedThen, after: NamedThen, hasStates: boolean): readonly string[] {
  const both = [before, after];
  const cut = both.filter(({ list }) => list.known !== 'none' && !list.isWhole);
  const ofCut = cut.map(
    ({ name }) => `The list of ${name} may not be complete, so it does not prove that something was missing.`,
  );
  const isPartial = hasStates && both.some(({ list }) => list.known === 'partial');
  return [
    ...(cut.length === 2
      ? ['Neither list is known to be complete, so neither proves that something was missing.']
      : ofCut),
    ...(isPartial ? ['Not every state is known exactly, so a change of state is not certain.'] : []),
  ];
}
