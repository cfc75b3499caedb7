/** Computes the verdict of an observed deployment, from its newest responses and remembered state. */

import { availabilityOf } from '#domain/answer/answer.ts';
import { type Freshness, freshnessOfAll } from '#domain/answer/freshness.ts';
import type { Check } from '#domain/contradictions/checks.ts';
import { tallyChecks } from '#domain/contradictions/tally-contradictions.ts';
import { isDeploymentLost } from '#domain/failures/contact.ts';
import type { Change } from '#domain/memory/changes.ts';
import { type FollowedCheck, followCheck } from '#domain/memory/contradiction-changes.ts';
import { merge, missingOf, type Roster, sawNames } from '#domain/roster/roster.ts';
import { statusReadingAt } from '#domain/verdict/debounced-severity.ts';
import { reachOf } from '#domain/verdict/reach-of.ts';
import { type InventoryReadings, type ListReading, listReadingOf } from '#domain/verdict/tally.ts';
import { vanishedComponents } from '#domain/verdict/vanished.ts';
import { componentStates, type Verdict } from '#domain/verdict/verdict.ts';
import { verdictOf } from '#domain/verdict/verdict-of.ts';
import type { ReadVerdict } from '../history/reading.ts';
import type { DeploymentObserver } from './deployment-observer.ts';
import type { PartsReading, SeenVerdict } from './messages.ts';
import { DebouncedParts } from './parts/debounced-parts.ts';
import { partsOf, readsOf, type SeenParts } from './parts/parts.ts';
import type { ObserverPast } from './parts/past.ts';

/** Maximum number of changes stored until {@link ObservedVerdict.takeChanges} takes them. */
const mostChanges = 1_000;

const checks: readonly Check[] = ['status-nodes', 'status-regions', 'region-nodes'];

const nothingRead: ListReading = { availability: 'waiting', freshness: 'waiting', readAt: null, tally: null };

export class ObservedVerdict {
  readonly #observer: DeploymentObserver;
  /** Known components: of the history record, and those seen since the observer started. */
  #roster: Roster = new Map();
  readonly #parts = new DebouncedParts();
  #partsAt = Number.NEGATIVE_INFINITY;
  readonly #checks = new Map<Check, FollowedCheck>();
  #readAt = Number.NEGATIVE_INFINITY;
  /** Contradictions that began or ended since the last {@link takeChanges}. */
  #changes: readonly Change[] = [];

  /** Time at which the observer stops waiting for the history record, by its clock. */
  #pastUntil = Number.NEGATIVE_INFINITY;

  constructor(observer: DeploymentObserver) {
    this.#observer = observer;
  }

  /**
   * Waits for the history record until {@link remember} or until this time. Until then every verdict is
   * marked as early (preliminary), and no part is debounced.
   */
  awaitPast(until: number): void {
    this.#pastUntil = until;
  }

  remember(past: ObserverPast, now: number): void {
    this.#pastUntil = Number.NEGATIVE_INFINITY;
    this.#roster = merge(past.roster, this.#roster, now);
    this.#parts.remember(past);
  }

  /**
   * Updates components, parts and contradictions from the newest responses. Call it after each poll.
   * @returns the verdict at `now`.
   */
  note(now: number): Verdict {
    const { deployment, status } = this.#observer;
    const { answer } = status.feed;
    if (answer && answer.receivedAt > this.#readAt) {
      this.#readAt = answer.receivedAt;
      const names = new Map(componentStates(answer.value, deployment.words).map(({ id, name }) => [id, name]));
      this.#roster = sawNames(this.#roster, status.path, names, answer.receivedAt, true);
    }
    const verdict = this.verdict(now);
    if (verdict.freshness === 'waiting') return verdict;
    // The verdict is early until every endpoint was polled and the past is known.
    if (this.#isWaiting(now)) this.#parts.noteEarly(this.#seenParts(verdict), now);
    else {
      const readingAt = statusReadingAt(status.feed, deployment.pollMilliseconds);
      this.#followParts(verdict, readingAt, now);
      this.#follow(verdict, readingAt, now);
    }
    return verdict;
  }

  /**
   * Returns the verdict that a page would show with the same responses.
   * @param isEarly - leaves out lists that were not polled yet.
   */
  verdict(now: number, isEarly = false): Verdict {
    const { deployment, status, watches } = this.#observer;
    const freshness = freshnessOfAll([status.feed], now);
    const feeds = watches.map(({ feed }) => feed);
    const isComplete = deployment.observe === 'all';
    const vanished = missingOf(this.#roster.get(status.path), now);
    return verdictOf(status.feed, freshness, deployment, {
      ...(isComplete && { inventory: this.#inventory(freshness, now, isEarly) }),
      vanished: vanishedComponents(vanished),
      ...(isComplete && { reach: reachOf(feeds, feeds, now) }),
    });
  }

  seen(now: number, { severity, headline }: Verdict = this.verdict(now)): SeenVerdict {
    return { severity, debounced: this.#parts.deployment?.severity ?? null, headline: headline.text };
  }

  /**
   * Returns the verdict to record after a poll; `null` while it is not fresh.
   * @param current - the verdict at `now`.
   */
  recorded(now: number, current: Verdict): ReadVerdict | null {
    const isEarly = this.#isWaiting(now);
    const { freshness, severity } = isEarly ? this.verdict(now, true) : current;
    return freshness === 'fresh' ? { severity, isEarly } : null;
  }

  #isWaiting(now: number): boolean {
    if (now < this.#pastUntil) return true;
    return this.#observer.watches.some(({ feed }) => availabilityOf(feed) === 'waiting');
  }

  /** Number of components that were listed in the last 24 hours and are missing. */
  get vanished(): number {
    return missingOf(this.#roster.get(this.#observer.status.path), this.#readAt).length;
  }

  get contradictions(): ReadonlyMap<Check, number> {
    return new Map([...this.#checks].map(([check, { current }]) => [check, current.size]));
  }

  /** Returns the contradictions that began or ended since the last call. */
  takeChanges(): readonly Change[] {
    const changes = this.#changes;
    this.#changes = [];
    return changes;
  }

  /** Returns the debounced parts, once for each status reading; `null` otherwise. */
  takeParts(): PartsReading | null {
    return this.#parts.take();
  }

  #followParts(verdict: Verdict, readingAt: number, now: number): void {
    if (readingAt <= this.#partsAt) return;
    this.#partsAt = readingAt;
    this.#parts.follow(this.#seenParts(verdict), readingAt, now);
  }

  #seenParts(verdict: Verdict): SeenParts {
    const { deployment, status } = this.#observer;
    const feedOf = (resource: 'region' | 'node') => this.#observer.listOf(resource)?.feed ?? null;
    const reads = readsOf({ status: status.feed, region: feedOf('region'), node: feedOf('node') });
    return partsOf(deployment.slug, verdict, status.feed.answer, reads);
  }

  #follow(verdict: Verdict, readingAt: number, now: number): void {
    const { deployment, status } = this.#observer;
    // Each check counts once for each status reading.
    const isDue = (check: Check) => (this.#checks.get(check)?.readAt ?? Number.NEGATIVE_INFINITY) < readingAt;
    if (deployment.observe !== 'all' || !checks.some(isDue)) return;
    const { answer } = status.feed;
    const statusReadAt = answer && verdict.freshness === 'fresh' ? answer.receivedAt : null;
    const inventory = this.#inventory(verdict.freshness, now);
    for (const check of tallyChecks(verdict, statusReadAt, inventory, deployment.words)) {
      if (!isDue(check.check)) continue;
      const { followed, changes } = followCheck(this.#checks.get(check.check), check, readingAt);
      this.#checks.set(check.check, followed);
      if (changes.length > 0) this.#changes = [...this.#changes, ...changes].slice(-mostChanges);
    }
  }

  #inventory(freshness: Freshness, now: number, isEarly = false): InventoryReadings {
    const { status, watches } = this.#observer;
    const isLost =
      freshness === 'lost' && isDeploymentLost(status.feed, () => watches.map(({ feed }) => feed), now);
    const readingOf = (resource: 'region' | 'node'): ListReading => {
      const list = this.#observer.listOf(resource);
      if (!list) return nothingRead;
      const { feed } = list;
      const availability = availabilityOf(feed);
      if (isEarly && availability === 'waiting') return { ...nothingRead, availability: 'not-offered' };
      const reading = listReadingOf(availability, feed, feed.answer?.value.tally ?? null, now);
      return isLost && reading.tally ? { ...reading, freshness: 'lost' } : reading;
    };
    return { regions: readingOf('region'), nodes: readingOf('node') };
  }
}
