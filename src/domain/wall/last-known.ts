/**
 * Builds the rows that a wall screen shows without contact: the last known states, those that were not good
 * first.
 */

import { type Clause, plain, sent, stateClause } from '../sentences/clause.ts';
import { compareStates, type State } from '../severity/classify.ts';
import { isGood, severityName, worst } from '../severity/severity.ts';
import { formatExact, plural } from '../text/format.ts';
import type { Verdict } from '../verdict/verdict.ts';

export interface KnownPart {
  readonly id: string;
  readonly name: string;
  readonly state: State;
  /** Text shown instead of the status word; absent if the status word is shown. */
  readonly word?: Clause;
  /**
   * When the part was last polled, in epoch milliseconds; `null` if unknown. `since`: when its state began;
   * `null` if that was not observed.
   */
  readonly readAt: number | null;
  readonly since: number | null;
}

export interface KnownRow {
  readonly id: string;
  readonly name: Clause;
  readonly word: Clause;
  readonly readAt: number | null;
  readonly since: number | null;
}

/**
 * Returns the last known state of a deployment in words: "major outage"; "operational, assumed" if it is only
 * assumed good.
 */
export function wordOf({ severity, headline }: Pick<Verdict, 'severity' | 'headline'>): Clause {
  const text = headline.sent ? headline.text : headline.text.toLowerCase();
  return { ...headline, text: severity === 'assumed' ? `${text}, assumed` : text };
}

export interface KnownKind {
  readonly noun: string;
  readonly parts: readonly KnownPart[];
}

function rowOf({ id, name, state, word, readAt, since }: KnownPart): KnownRow {
  return { id, name: sent(name), word: word ?? stateClause(state), readAt, since };
}

/** Returns the oldest known poll time of several parts; `null` if none is known. */
function oldestOf(parts: readonly KnownPart[]): number | null {
  return parts.reduce<number | null>(
    (oldest, { readAt }) => (oldest !== null && (readAt === null || oldest <= readAt) ? oldest : readAt),
    null,
  );
}

/** Merges all good parts of a kind into one row: "12 others", "18 regions". */
function goodRow({ noun, parts }: KnownKind): readonly KnownRow[] {
  const good = parts.filter(({ state }) => isGood(state.severity));
  if (good.length === 0) return [];
  const severity = worst(good.map(({ state }) => state.severity));
  const others = `other${good.length === 1 ? '' : 's'}`;
  const text =
    good.length === parts.length
      ? plural(good.length, noun)
      : noun === 'component'
        ? `${formatExact(good.length)} ${others}`
        : `${formatExact(good.length)} other ${noun}${good.length === 1 ? '' : 's'}`;
  return [
    {
      id: `good ${noun}`,
      name: plain(text),
      word: plain(severityName[severity]),
      readAt: oldestOf(good),
      since: null,
    },
  ];
}

/**
 * Returns the rows of parts that were not good, and of good ones. Good parts of the first `single` kinds have
 * single rows; those of each other kind share one row.
 */
function rowsOf(kinds: readonly KnownKind[], single: number) {
  const parts = kinds.flatMap(({ noun, parts }, kind) =>
    parts.map((part) => ({ ...part, id: `${noun} ${part.id}`, kind })),
  );
  const bad = parts.filter(({ state }) => !isGood(state.severity));
  const good = parts.filter(({ state, kind }) => isGood(state.severity) && kind < single);
  return {
    bad: bad.toSorted((a, b) => compareStates(a.state, b.state)),
    good: [...good.map(rowOf), ...kinds.slice(single).flatMap(goodRow)],
  };
}

/**
 * Returns one row for each part if there is room. Otherwise good parts are merged, the last kinds first.
 * Parts that were not good keep their rows as far as every kind has room.
 */
export function lastKnownRows(kinds: readonly KnownKind[], room: number): readonly KnownRow[] {
  for (let single = kinds.length; single >= 0; single -= 1) {
    const { bad, good } = rowsOf(kinds, single);
    if (bad.length + good.length <= room) return [...bad.map(rowOf), ...good];
  }
  const { bad, good } = rowsOf(kinds, 0);
  const shown = bad.slice(0, Math.max(0, room - good.length - 1));
  const hidden = bad.slice(shown.length);
  if (hidden.length === 0) return good.slice(0, room);
  const more: KnownRow = {
    id: 'more',
    name: plain(shown.length === 0 ? formatExact(hidden.length) : `${formatExact(hidden.length)} more`),
    word: plain('not good'),
    readAt: oldestOf(hidden),
    since: null,
  };
  return [...shown.map(rowOf), more, ...good].slice(0, room);
}
