/** How a list is asked for, learned from what a service echoes (docs/understand/completeness.md). Remembered for the session. */

import { mostItems } from '#contract/host.ts';
import { type Failure, isAbsent } from '#domain/answer/answer.ts';
import type { Page } from './page.ts';

/** Each step of growth asks for this many times more: all steps together cost a ninth of the last. */
const growth = 10;
/** From this many items on a larger limit has to be so many times larger to be worth an answer. */
const manyItems = 10_000;
const leastStep = 1.2;
/** How long a ceiling is believed, milliseconds: services are given other limits while a page stays open for weeks. */
const ceilingLifetime = 60 * 60_000;

export interface Strategy {
  /** Items that the listing holds at most, and so the largest limit that is asked for. */
  readonly mostItems: number;
  /** The limit to ask for; `null` asks without one. */
  readonly limit: number | null;
  /** When no larger limit brought more, epoch milliseconds; `null` while that is not known. */
  readonly ceilingAt: number | null;
  /** The smallest limit that the service would not answer. */
  readonly refusedAt: number | null;
  /** One answer does not hold the list: only regions asked one by one can. */
  readonly divided: boolean;
  /** Whether the service restricts answers to the region asked for (part 4, rule 2). */
  readonly filter: 'untested' | 'honoured' | 'ignored';
  /** One answer was tried again after the regions seemed to fit into it, and did not hold the list. */
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

/** Whether asking for more may bring more. `has_more` without any item promises nothing. */
export function hasMore(page: Page<unknown>): boolean {
  return page.pagination.hasMore === true && page.count > 0;
}

/** The strategy with another bound; a limit beyond it is not asked for again. */
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
 * What to try between a limit that was answered and one that was refused. Maximums are round numbers: the roundest is
 * tried first, and where the answered one is rounder than all that are left, whether one more is refused.
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

/** What of a page counts as the limit that it was given. */
function reachOf(asked: number | null, page: Page<unknown>): number {
  return Math.max(asked ?? page.pagination.limit ?? page.count, page.count, 1);
}

function settled(strategy: Strategy, limit: number | null, now: number): Strategy {
  return { ...strategy, limit, ceilingAt: now, divided: true };
}

/** The larger limit that is to be tried once more, and when; `null` where there is none to try. */
export function probeOf(
  strategy: Strategy,
  page: Page<unknown>,
): { readonly limit: number; readonly at: number } | null {
  const { limit, ceilingAt, refusedAt } = strategy;
  if (ceilingAt === null) return null;
  const next = refusedAt ?? stepAbove(reachOf(limit, page), strategy);
  return next === null ? null : { limit: next, at: ceilingAt + ceilingLifetime };
}

/** The answer that was held before, and the limit it was asked with. */
export interface Earlier {
  readonly limit: number | null;
  readonly page: Page<unknown>;
}

/** The strategy after an answer to a request for the whole list. */
export function afterPage(
  strategy: Strategy,
  asked: number | null,
  page: Page<unknown>,
  earlier: Earlier | null,
  now: number,
): Strategy {
  if (!hasMore(page)) return { ...strategy, limit: asked, divided: false };
  // What holds as many as may be held is neither asked for more nor put together from its regions.
  if (page.count >= strategy.mostItems) return { ...strategy, limit: asked, ceilingAt: now, divided: false };
  const grew = earlier !== null && (asked ?? 0) > (earlier.limit ?? 0);
  if (strategy.ceilingAt !== null && !(grew && asked !== strategy.limit))
    return { ...strategy, limit: asked, divided: true, returned: strategy.returned || strategy.divided };
  const echo = page.pagination.limit;
  if (asked !== null && echo !== null && echo < asked)
    return settled(strategy, echo >= 1 ? echo : (earlier?.limit ?? null), now);
  if (grew && page.count <= earlier.page.count) return settled(strategy, earlier.limit, now);
  const refusedAt =
    strategy.refusedAt !== null && strategy.refusedAt <= (asked ?? 0) ? null : strategy.refusedAt;
  const next = stepAbove(reachOf(asked, page), { ...strategy, refusedAt });
  return next === null
    ? settled(strategy, asked, now)
    : // Regions that hold the list meanwhile go on doing so.
      { ...strategy, limit: next, ceilingAt: null, refusedAt };
}

/** Failures of the way, not of the question: another limit would meet them as well. */
const ofTheWay: ReadonlySet<Failure['kind']> = new Set(['unreachable', 'aborted', 'redirect', 'refused']);

export function isRefusal(failure: Failure, growing: boolean): boolean {
  if (ofTheWay.has(failure.kind) || isAbsent(failure)) return false;
  if (failure.status === 429 || failure.status === 408) return false;
  if (growing) return true;
  return (
    failure.kind === 'too-large' || (failure.status !== null && failure.status >= 400 && failure.status < 500)
  );
}

/** The strategy where a limit was refused rather than the list: `null` where the failure speaks of something else. */
export function afterFailure(
  strategy: Strategy,
  asked: number | null,
  failure: Failure,
  earlier: Earlier | null,
): Strategy | null {
  const growing = earlier !== null && (asked ?? 0) > (earlier.limit ?? 0);
  if (asked === null || !isRefusal(failure, growing)) return null;
  const refusedAt = asked;
  if (!growing) return { ...strategy, limit: null, ceilingAt: null, refusedAt };
  const next = stepAbove(reachOf(earlier.limit, earlier.page), { ...strategy, refusedAt });
  return next === null
    ? { ...settled(strategy, earlier.limit, failure.at), refusedAt }
    : { ...strategy, limit: next, ceilingAt: null, refusedAt };
}
