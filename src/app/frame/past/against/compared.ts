import type { Deployment } from '#contract/host.ts';
import type { Integer } from '#contract/resources.ts';
import {
  type Difference,
  differencesBetween,
  type SubjectsThen,
  sortDifferences,
} from '#domain/history/past/against/differences.ts';
import type { FigureThen } from '#domain/history/past/against/figure-difference.ts';
import { classify, type WordOverrides } from '#domain/severity/classify.ts';
import { isGood } from '#domain/severity/severity.ts';
import { formatExact } from '#domain/text/format.ts';
import { formatCapacity, formatCapacityChange, formatChange } from '#domain/text/format-figures.ts';
import type { ListThen } from './use-list-then.ts';
import type { ComparedKind } from './use-lists-then.ts';

/** The lists of a deployment at two moments. */
export interface TwoMoments {
  readonly before: Deployment;
  readonly after: Deployment;
  readonly lists: Readonly<Record<ComparedKind, readonly [before: ListThen, after: ListThen]>>;
}

/** One section of the page. The status document itself stands among the components. */
export interface ComparedSection {
  readonly title: string;
  readonly kinds: readonly ComparedKind[];
}

/**
 * The differences of a section. `null`: a moment has none of its lists, or they are not compared row by row.
 * `undefined`: not read yet.
 */
export type SectionDifferences = readonly Difference[] | null | undefined;

export const comparedSections: readonly ComparedSection[] = [
  { title: 'Components', kinds: ['status', 'component'] },
  { title: 'Regions', kinds: ['region'] },
  { title: 'Nodes', kinds: ['node'] },
  { title: 'Buckets', kinds: ['bucket'] },
  { title: 'Applications', kinds: ['application'] },
  { title: 'Event types', kinds: ['event'] },
];

interface Computed {
  readonly later: SubjectsThen;
  readonly differences: readonly Difference[];
}

/** The last differences from each list. The page renders with each response, and long lists take time. */
const computed = new WeakMap<SubjectsThen, Computed>();

function differencesOnce(kind: ComparedKind, before: SubjectsThen, later: SubjectsThen): readonly Difference[] {
  const known = computed.get(before);
  if (known?.later === later) return known.differences;
  const differences = differencesBetween(kind, before, later);
  computed.set(before, { later, differences });
  return differences;
}

/** Returns the differences of a section, in the order of the page. */
export function differencesOf({ lists, after }: TwoMoments, { kinds }: ComparedSection): SectionDifferences {
  const all: Difference[] = [];
  for (const kind of kinds) {
    const [before, later] = lists[kind];
    if (!before.seen || !later.seen) {
      const isDone = [before, later].some((list) => list.seen === null || isMissing(list));
      return isDone ? null : undefined;
    }
    all.push(...differencesOnce(kind, before.seen, later.seen));
  }
  return sortDifferences(all, after.words);
}

/** Whether neither moment has the lists of a section at all. The page leaves such a section out. */
export function isLeftOut({ lists }: TwoMoments, { kinds }: ComparedSection): boolean {
  return kinds.every((kind) => lists[kind].every(({ source }) => source.availability === 'not-offered'));
}

/**
 * Returns the sections in words, such as "nodes", that are shown without being compared.
 * @param differences - of each section, as {@link differencesOf} returns them.
 */
export function notCompared(
  compared: TwoMoments,
  differences: readonly SectionDifferences[],
): readonly string[] {
  return comparedSections
    .filter((section, index) => differences[index] === null && !isLeftOut(compared, section))
    .map(({ title }) => title.toLowerCase());
}

/**
 * Returns why a list is not compared, as a clause.
 * @param name - of the moment, such as "27 Nov, 03:00:00"; `null` for the present.
 */
export function whyMissing({ source }: Pick<ListThen, 'source'>, name: string | null): string {
  const isAbsent = source.availability === 'not-offered';
  if (name === null)
    return isAbsent ? 'The deployment does not offer this list now' : 'The present list could not be read';
  return isAbsent ? `Nothing is known of ${name}` : `The list of ${name} could not be read`;
}

/** Whether a list was requested and there is none. */
export function isMissing({ source }: ListThen): boolean {
  return source.feed.answer === null && source.feed.failure !== null;
}

/** A row of the figures of two moments. */
export interface ComparedFigure {
  readonly label: string;
  readonly sides: readonly [ListThen, ListThen];
  readonly valueOf: (list: ListThen) => FigureThen | undefined;
  readonly format: (value: Integer) => string;
  readonly formatChange: (value: Integer) => string;
}

function notOperational(words: WordOverrides) {
  return ({ seen, count, known }: ListThen): FigureThen | undefined =>
    seen && count && known === 'complete' ? { ...count, value: countBad(seen, words) } : undefined;
}

function countBad({ subjects }: SubjectsThen, words: WordOverrides): number {
  return [...subjects.values()].filter(({ word }) => !isGood(classify(word, words).severity)).length;
}

/** Returns the figures of two moments, without those of lists that neither moment has. */
export function comparedFigures({ lists, after: { words } }: TwoMoments): readonly ComparedFigure[] {
  const figure = (
    label: string,
    kind: ComparedKind,
    valueOf: ComparedFigure['valueOf'] = ({ count }) => count,
    isCapacity = false,
  ): ComparedFigure => ({
    label,
    sides: lists[kind],
    valueOf,
    format: isCapacity ? formatCapacity : formatExact,
    formatChange: isCapacity ? formatCapacityChange : formatChange,
  });
  return [
    figure('Components', 'component'),
    figure('of them not operational', 'component', notOperational(words)),
    figure('Regions', 'region'),
    figure('of them not operational', 'region', notOperational(words)),
    figure('Nodes', 'node'),
    figure('of them not operational', 'node', notOperational(words)),
    figure('Advertised capacity', 'node', ({ capacity }) => capacity, true),
    figure('Buckets', 'bucket'),
    figure('Applications', 'application'),
    figure('Event types', 'event'),
  ].filter(({ sides }) => !sides.every(isMissing));
}
