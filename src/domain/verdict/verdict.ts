/** Computes the verdict by the status document alone: the worst of its own status and its components. */

import type { StatusDocument } from '#contract/resources.ts';
import { type Answer, availabilityOf, type Failure, type Feed } from '../answer/answer.ts';
import type { Freshness } from '../answer/freshness.ts';
import { frozenSince, trustOf } from '../answer/source-clock.ts';
import { type Cause, causeOf } from '../failures/cause.ts';
import { type Clause, plain, stateClause } from '../sentences/clause.ts';
import { compareStates, isOwnWord, type State, stateOf, type WordOverrides } from '../severity/classify.ts';
import { confirmedSeverity } from '../severity/confirmed-severity.ts';
import { countBySeverity, isGood, type Severity, severityName, worst } from '../severity/severity.ts';
import { formatClock, formatExact, plural } from '../text/format.ts';
import type { Inventory } from './inventory-part.ts';
import { classOfDocument } from './part-classes.ts';

/** Maximum number of characters in a headline. A status word can be of any length. */
const longestHeadline = 48;

export function shortened(label: string): string {
  return label.length > longestHeadline ? `${label.slice(0, longestHeadline).toWellFormed()}…` : label;
}

export interface ComponentState {
  /** Identity within the status document: the name, plus the occurrence if several components have it. */
  readonly id: string;
  readonly name: string;
  readonly state: State;
  /** Evidence of the nodes for which the component stands; absent unless they contradict its good word. */
  readonly evidence?: ComponentEvidence;
}

export interface ComponentEvidence {
  /**
   * Severity of the component's mark: at most `partial`, because the component may stand for more than these
   * nodes.
   */
  readonly severity: Severity;
  /** Evidence in words: "41 of 889 nodes are not, 4.6 %". */
  readonly reason: readonly Clause[];
  /** Remark on the effect: "counts from 5 %"; may be empty. */
  readonly remark: string;
  /** When the nodes were last read, in epoch milliseconds; `null` while they are up to date. */
  readonly oldSince: number | null;
}

/** Returns the severity of a component's mark: by the evidence against it, otherwise by its status word. */
export function markOf({ state, evidence }: Pick<ComponentState, 'state' | 'evidence'>): Severity {
  return evidence?.severity ?? state.severity;
}

export interface Verdict {
  /** Present severity. A good severity stands here only while a fresh response confirms it. */
  readonly severity: Severity;
  readonly freshness: Freshness;
  readonly headline: Clause;
  /** Reason why the verdict is missing or old, without its full stop; `null` while everything is fresh. */
  readonly caveat: readonly Clause[] | null;
  readonly components: readonly ComponentState[];
  /** Components that are not `ok`, worst first. */
  readonly exceptions: readonly ComponentState[];
  /** Number of components by severity at the last poll, worst first. */
  readonly counts: ReadonlyMap<Severity, number>;
  readonly claim: State | null;
  /**
   * Contradiction between the document's own status and its components, without its full stop; `null` if
   * there is none.
   */
  readonly contradiction: readonly Clause[] | null;
  /** Names of the endpoints that could not be read although the status document could. */
  readonly unread: readonly string[];
  readonly inventory: Inventory;
  readonly leads: 'document' | 'region' | 'node';
  /** Whether everything is operational: all parts are `ok` and fresh, and the lists are complete. */
  readonly isEverything: boolean;
}

const nothingListed: Inventory = { regions: null, nodes: null };

/** Gives each item a unique id: its name, plus the occurrence if several items have that name. */
export function identify<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
): readonly { id: string; item: T }[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const name = nameOf(item);
    const occurrence = (seen.get(name) ?? 0) + 1;
    seen.set(name, occurrence);
    return { id: occurrence === 1 ? name : `${name}\u0000${occurrence}`, item };
  });
}

export function componentStates(document: StatusDocument, words: WordOverrides): readonly ComponentState[] {
  return identify(document.components, (component) => component.name ?? '').map(({ id, item }) => ({
    id,
    name: item.name ?? 'not provided',
    state: stateOf(item, words),
  }));
}

/** Returns why contact is lost. If responses stopped without a failure, the cause is unknown. */
function lossOf(failure: Failure | null): Cause {
  return failure ? causeOf(failure) : { headline: 'No contact', seen: 'No newer response has arrived' };
}

function withoutAnswer(feed: Feed<StatusDocument>, freshness: Freshness): Verdict {
  const nothing = {
    freshness,
    components: [],
    exceptions: [],
    counts: new Map<Severity, number>(),
    claim: null,
    contradiction: null,
    unread: [],
    inventory: nothingListed,
    leads: 'document' as const,
    isEverything: false,
  };
  switch (availabilityOf(feed)) {
    case 'not-offered':
      return {
        ...nothing,
        severity: 'unknown',
        headline: plain('No status document'),
        caveat: [plain('This deployment offers no status document, so nothing confirms it')],
      };
    case 'waiting':
      return {
        ...nothing,
        severity: 'unvouched',
        headline: plain('Waiting'),
        caveat: [plain('Waiting for the first response')],
      };
    case 'offered':
    case 'no-longer-offered':
    case 'refused':
    case 'failing': {
      const { headline, seen } = lossOf(feed.failure);
      return {
        ...nothing,
        severity: 'unvouched',
        headline: plain(headline),
        caveat: [plain(`No contact yet. ${seen}`)],
      };
    }
  }
}

function contradictionOf(claim: State, components: readonly ComponentState[]): readonly Clause[] | null {
  const bad = components.filter(({ state }) => !isGood(state.severity)).length;
  const all = components.length;
  const itself =
    claim.word === null && !isOwnWord(claim)
      ? [plain('The document states no status of its own')]
      : [plain('The document calls itself '), stateClause(claim)];
  if (isGood(claim.severity) && bad > 0)
    return [
      ...itself,
      plain(`, yet ${formatExact(bad)} of ${plural(all, 'component')} ${bad === 1 ? 'is' : 'are'} not`),
    ];
  if (!isGood(claim.severity) && all > 0 && bad === 0) {
    // Words that are only `assumed` good are not exactly "operational".
    const so = components.every(({ state }) => state.severity === 'ok')
      ? 'operational'
      : 'in states assumed good';
    const parts = all === 1 ? 'its only component is' : `all ${formatExact(all)} components are`;
    return [...itself, plain(`, yet ${parts} ${so}`)];
  }
  // The components lead the verdict. The document's own status is stated as well.
  return !isGood(claim.severity) &&
    bad > 0 &&
    claim.severity !== worst(components.map(({ state }) => state.severity))
    ? itself
    : null;
}

/**
 * Computes the verdict by the status feed alone. While the feed is late, the headline keeps the last known
 * problem, but never a good word.
 */
export function documentVerdict(
  feed: Feed<StatusDocument>,
  freshness: Freshness,
  words: WordOverrides,
): Verdict {
  if (!feed.answer) return withoutAnswer(feed, freshness);
  return verdictOfReading(feed.answer, feed.failure, freshness, words);
}

/** Text before the last known status word in a verdict's caveat. */
export const lastKnownIs = plain('Last known: ');

export function verdictOfReading(
  answer: Pick<Answer<StatusDocument>, 'value' | 'receivedAt' | 'source'>,
  failure: Failure | null,
  freshness: Freshness,
  words: WordOverrides,
): Verdict {
  const document = answer.value;
  const components = componentStates(document, words);
  const exceptions = components
    .filter(({ state }) => state.severity !== 'ok')
    .toSorted((a, b) => compareStates(a.state, b.state));
  const claim = stateOf(document, words);
  const parts = [claim, ...components.map(({ state }) => state)];
  const leading = parts.reduce((first, next) => (compareStates(next, first) < 0 ? next : first));
  const known = classOfDocument(leading.severity, components.length);
  const severity = confirmedSeverity(known, freshness, trustOf(answer));
  const contradiction = contradictionOf(claim, components);
  const common = {
    severity,
    freshness,
    components,
    exceptions,
    counts: countBySeverity(components.map(({ state }) => state)),
    claim,
    contradiction,
    unread: [],
    inventory: nothingListed,
    leads: 'document' as const,
    isEverything: severity === 'ok',
  };
  const frozen = frozenSince(answer);
  const since =
    frozen !== null && freshness === 'fresh'
      ? `source frozen since ${formatClock(frozen)}`
      : failure
        ? `last try failed: ${failure.summary}`
        : 'no newer response';
  const lastKnown = [lastKnownIs, stateClause(leading)];
  if (freshness === 'lost') {
    const { headline, seen } = lossOf(failure);
    return {
      ...common,
      severity: 'unvouched',
      headline: plain(headline),
      caveat: [plain(`${seen}. `), ...lastKnown, plain('. It may no longer be true')],
    };
  }
  if (severity === 'unvouched') {
    return { ...common, headline: plain('Not confirmed'), caveat: [...lastKnown, plain(`; ${since}`)] };
  }
  return {
    ...common,
    headline: { text: shortened(leading.label), sent: isOwnWord(leading) },
    caveat: freshness === 'late' || frozen !== null ? [plain(`No longer confirmed; ${since}`)] : null,
  };
}

/** Describes counts by severity, in the order given: "1 degraded, 3 operational". */
export function describeCounts(counts: ReadonlyMap<Severity, number>): string {
  return [...counts].map(([severity, count]) => `${formatExact(count)} ${severityName[severity]}`).join(', ');
}
