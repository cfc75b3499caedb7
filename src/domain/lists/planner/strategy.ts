/**
 * How to request a list, learned from the service's responses (docs/understand/completeness.md). The state
 * lasts while the page or host runs.
 */

import { mostItems } from '#contract/host.ts';
import { type Failure, isAbsent } from '#domain/answer/answer.ts';
import type { Page } from './page.ts';

/**
 * Factor by which `limit` grows from request to request. All earlier requests together bring a ninth of the
 * last one's items.
 */
const growth = 10;
/**
 * Minimum number of received items from which a larger limit must be larger by the factor `leastStep`. A
 * smaller step is not worth a request.
 */
const manyItems = 10_000;
const leastStep = 1.2;
/**
 * Milliseconds until a known maximum `limit` is tested again: a service may change it while a page is open
 * for weeks.
 */
const ceilingLifetime = 60 * 60_000;

export interface Strategy {
  readonly mostItems: number;
  /** `limit` of the next request; `null` for a request without one. */
  readonly limit: number | null;
  /**
   * When a larger `limit` last brought no more items, in epoch milliseconds; `null` while no such maximum is
   * known.
   */
  readonly ceilingAt: number | null;
  /** The smallest limit that the service rejected; `null` if it rejected none. */
  readonly refusedAt: number | null;
  /** Whether a single response is truncated, so that the list needs slices. */
  readonly divided: boolean;
  /** Whether the service applies the `region` parameter (API document, part 4). */
  readonly filter: 'untested' | 'honoured' | 'ignored';
  /**
   * Whether a single response was tried again because all slices seemed to fit into it, and was truncated.
   */
  readonly returned: boolean;
}

export const firstStrategy: Strategy = {
  mostItems,
  limit: null,
  ceilingAt: null,
  refusedAt: null,
  divided: false,
  filter: 'untested',
  returned: false,
};

/** Whether a further request may bring more rows. `has_more` in a response without items promises nothing. */
export function hasMore(page: Page<unknown>): boolean {
  return page.pagination.hasMore === true && page.count > 0;
}

/** Returns the strategy with another maximum number of items. A limit above it is not requested again. */
export function withMostItems(strategy: Strategy, most: number): Strategy {
  if (strategy.mostItems === most) return strategy;
  const limit = strategy.limit === null ? null : Math.min(strategy.limit, most);
  return { ...strategy, mostItems: most, limit, ceilingAt: null };
}

function stepAbove(good: number, { refusedAt, mostItems: most }: Strategy): number | null {
  if (good >= most) return null;
  return refusedAt === null ? Math.min(good * growth, most) : between(good, Math.min(refusedAt, most + 1));
}

/**
 * Chooses the next limit to try between an accepted and a rejected one. Services usually have round maximums,
 * so the roundest is tried first. If the accepted limit is rounder than all that are left, one more item is
 * tried.
 * @returns `null` if no step is worth a request
 */
function between(good: number, refusedAt: number): number | null {
  if (refusedAt - good < 2 || (good >= manyItems && refusedAt < good * leastStep)) return null;
  const middle = Math.sqrt(good * refusedAt);
  for (let step = 10 ** (String(refusedAt).length - 1); step >= 1; step /= 10) {
    if (good % (10 * step) === 0) return good + 1;
    const lowest = Math.floor(good / step) + 1;
    const highest = Math.ceil(refusedAt / step) - 1;
    if (lowest <= highest) return step * Math.min(Math.max(Math.round(middle / step), lowest), highest);
  }
  return null;
}

/** Returns the largest limit that a response proves to be accepted. */
function reachOf(limit: number | null, page: Page<unknown>): number {
  return Math.max(limit ?? page.pagination.limit ?? page.count, page.count, 1);
}

function settled(strategy: Strategy, limit: number | null, now: number): Strategy {
  return { ...strategy, limit, ceilingAt: now, divided: true };
}

/** Returns a larger limit to test again, and when in epoch milliseconds; `null` if there is none. */
export function probeOf(
  strategy: Strategy,
  page: Page<unknown>,
): { readonly limit: number; readonly at: number } | null {
  const { limit, ceilingAt, refusedAt } = strategy;
  if (ceilingAt === null) return null;
  const next = refusedAt ?? stepAbove(reachOf(limit, page), strategy);
  return next === null ? null : { limit: next, at: ceilingAt + ceilingLifetime };
}

export interface Earlier {
  readonly limit: number | null;
  readonly page: Page<unknown>;
}

export function afterPage(
  strategy: Strategy,
  requested: number | null,
  page: Page<unknown>,
  earlier: Earlier | null,
  now: number,
): Strategy {
  if (!hasMore(page)) return { ...strategy, limit: requested, divided: false };
  // The maximum number of items is reached: request neither a larger limit nor slices.
  if (page.count >= strategy.mostItems)
    return { ...strategy, limit: requested, ceilingAt: now, divided: false };
  const grew = earlier !== null && (requested ?? 0) > (earlier.limit ?? 0);
  if (strategy.ceilingAt !== null && !(grew && requested !== strategy.limit))
    return { ...strategy, limit: requested, divided: true, returned: strategy.returned || strategy.divided };
  const echo = page.pagination.limit;
  if (requested !== null && echo !== null && echo < requested)
    return settled(strategy, echo >= 1 ? echo : (earlier?.limit ?? null), now);
  if (grew && page.count <= earlier.page.count) return settled(strategy, earlier.limit, now);
  const refusedAt =
    strategy.refusedAt !== null && strategy.refusedAt <= (requested ?? 0) ? null : strategy.refusedAt;
  const next = stepAbove(reachOf(requested, page), { ...strategy, refusedAt });
  return next === null
    ? settled(strategy, requested, now)
    : // Slices stay in use until the larger limit has a response.
      { ...strategy, limit: next, ceilingAt: null, refusedAt };
}

/** Failures of the connection, after which another limit would fail as well. */
const connectionFailures: ReadonlySet<Failure['kind']> = new Set([
  'unreachable',
  'aborted',
  'redirect',
  'refused',
]);

export function isRefusal(failure: Failure, growing: boolean): boolean {
  if (connectionFailures.has(failure.kind) || isAbsent(failure)) return false;
  if (failure.status === 429 || failure.status === 408) return false;
  if (growing) return true;
  return (
    failure.kind === 'too-large' || (failure.status !== null && failure.status >= 400 && failure.status < 500)
  );
}

/** Returns the strategy after the service rejected a limit; `null` if the failure has another cause. */
export function afterFailure(
  strategy: Strategy,
  requested: number | null,
  failure: Failure,
  earlier: Earlier | null,
): Strategy | null {
  const growing = earlier !== null && (requested ?? 0) > (earlier.limit ?? 0);
  if (requested === null || !isRefusal(failure, growing)) return null;
  const refusedAt = requested;
  if (!growing) return { ...strategy, limit: null, ceilingAt: null, refusedAt };
  const next = stepAbove(reachOf(earlier.limit, earlier.page), { ...strategy, refusedAt });
  return next === null
    ? { ...settled(strategy, earlier.limit, failure.at), refusedAt }
    : { ...strategy, limit: next, ceilingAt: null, refusedAt };
}
