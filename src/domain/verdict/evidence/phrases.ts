import type { Clause } from '#domain/sentences/clause.ts';
import { formatExact } from '#domain/text/format.ts';
import type { InventoryPart } from '../inventory-part.ts';

export function figureOf(value: number, { claim }: Pick<InventoryPart, 'claim'>): Clause {
  return { text: formatExact(value), strong: true, ...(claim && { claim }) };
}

/**
 * Describes the rows of a list that are not good: "2 of 60 regions".
 * @param strong - whether the words are bold like the figures
 */
export function shareOf(part: InventoryPart, strong = true): readonly Clause[] {
  const { resource, notGood, total } = part;
  const words = (text: string): Clause => ({ text, strong });
  return [
    figureOf(notGood, part),
    words(' of '),
    figureOf(total, part),
    words(` ${resource}${total === 1 ? '' : 's'}`),
  ];
}

/** Chooses "is", "are", "was" or "were". */
export function beOf(isOne: boolean, isOld: boolean): string {
  return isOld ? (isOne ? 'was' : 'were') : isOne ? 'is' : 'are';
}
