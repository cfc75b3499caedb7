import { isRegionCode } from '#contract/region-code.ts';
import { silentFeed } from '#domain/answer/answer.ts';
import { formatExact } from '#domain/text/format.ts';
import { type Claim, weakestClaim } from '../claim.ts';
import { isDivided, type Knowledge, requestableCodes, type Task } from './knowledge.ts';
import type { Page } from './page.ts';
import { claimOf } from './page.ts';
import { hasStrays, slicesWithin } from './plan.ts';

function atLeast(...reasons: readonly string[]): Claim {
  return { kind: 'at-least', reasons };
}

const maximumNames = 3;

/** Lists region codes: all if there are at most four, otherwise "fra1, iad1, sin1 and 2 more". */
function inWords(codes: readonly string[]): string {
  if (codes.length <= maximumNames + 1) return codes.join(', ');
  return `${codes.slice(0, maximumNames).join(', ')} and ${formatExact(codes.length - maximumNames)} more`;
}

function verb(codes: readonly string[], one: string, many: string): string {
  return `${inWords(codes)} ${codes.length === 1 ? one : many}`;
}

/**
 * Returns the reason for regions whose responses are pending. That is no failure: a list of many regions
 * takes several rounds of requests.
 */
function pendingReason(codes: readonly string[]): string {
  return `the ${codes.length === 1 ? 'response' : 'responses'} for ${verb(codes, 'is', 'are')} pending`;
}

interface Slices {
  readonly pages: readonly (readonly [string, Page<unknown>])[];
  readonly failed: readonly string[];
  /** Codes of regions without a response or a failure so far. */
  readonly pending: readonly string[];
}

function slicesOf({ regions }: Knowledge<unknown>, codes: readonly string[]): Slices {
  const pages: [string, Page<unknown>][] = [];
  const failed: string[] = [];
  const pending: string[] = [];
  for (const code of codes) {
    const { answer, failure } = regions.get(code)?.feed ?? silentFeed;
    if (answer) pages.push([code, answer.value]);
    else (failure ? failed : pending).push(code);
  }
  return { pages, failed, pending };
}

/**
 * Returns completeness claims for truncated slices, grouped by number of rows: "fra1, iad1 are cut at 1,000".
 */
function cutClaims(pages: Slices['pages']): readonly Claim[] {
  const cuts = new Map<number, string[]>();
  for (const [code, page] of pages)
    if (page.pagination.hasMore === true) cuts.set(page.count, [...(cuts.get(page.count) ?? []), code]);
  return [...cuts].map(([count, codes]) => ({
    ...atLeast(`${verb(codes, 'is', 'are')} cut at ${formatExact(count)}`),
    cut: codes,
  }));
}

function doubtClaims(pages: Slices['pages']): readonly Claim[] {
  const doubts = new Map<string, string[]>();
  for (const [code, page] of pages) {
    if (page.pagination.hasMore === true) continue;
    const claim = claimOf(page);
    for (const reason of claim.kind === 'at-least' ? claim.reasons : [])
      doubts.set(reason, [...(doubts.get(reason) ?? []), code]);
  }
  return [...doubts].map(([reason, codes]) => atLeast(`${inWords(codes)}: ${reason}`));
}

/**
 * Returns completeness claims for rows that no slice can contain: rows without a region, or with a code that
 * must not be requested.
 */
function unaskableClaims(page: Page<unknown> | undefined): readonly Claim[] {
  const codes = [...(page?.regions?.keys() ?? [])];
  const odd = codes.filter((code) => code !== null && !isRegionCode(code));
  return [
    ...(codes.includes(null) ? [atLeast('some items name no region')] : []),
    ...(odd.length > 0
      ? [
          atLeast(
            `no region of the documented form can be asked for ${odd
              .slice(0, maximumNames)
              .map((code) => `“${code}”`)
              .join(', ')}`,
          ),
        ]
      : []),
  ];
}

function isComplete([, page]: Slices['pages'][number]): boolean {
  return claimOf(page).kind === 'exact';
}

/**
 * Returns a completeness claim if some items are in none of the known regions. There may then be more such
 * items than listed.
 */
function strayClaims(knowledge: Knowledge<unknown>): readonly Claim[] {
  return hasStrays(knowledge) ? [atLeast('some items are in none of the known regions')] : [];
}

function claimOfWhole(knowledge: Knowledge<unknown>, task: Task): Claim {
  const page = knowledge.unfiltered.feed.answer?.value;
  if (!page) return atLeast('the list has not been received');
  const claim = claimOf(page);
  if (claim.kind === 'at-least' && page.count >= knowledge.strategy.mostItems)
    return weakestClaim([claim, atLeast('the list has reached its limit')]);
  if (claim.kind !== 'at-least' || knowledge.strategy.filter !== 'ignored' || !task.byRegion) return claim;
  return weakestClaim([claim, atLeast('the region filter appears to be ignored')]);
}

/**
 * Returns the completeness claim of a list. It is never stronger than what the slices (responses for one
 * region each) prove.
 */
export function claimOfKnowledge(knowledge: Knowledge<unknown>, task: Task): Claim {
  if (!knowledge.strategy.divided || !usesSlices(knowledge, task)) return claimOfWhole(knowledge, task);
  const { within, beyond } = slicesWithin(knowledge, task);
  const codes = requestableCodes(knowledge, task);
  const { pages, failed, pending } = slicesOf(knowledge, within);
  return weakestClaim([
    { kind: 'known-regions', regions: pages.length },
    ...cutClaims(pages),
    ...doubtClaims(pages),
    ...(failed.length > 0 ? [atLeast(`${verb(failed, 'has', 'have')} not responded`)] : []),
    ...(pending.length > 0 ? [atLeast(pendingReason(pending))] : []),
    ...(beyond.length > 0
      ? [atLeast(`${verb(beyond, 'was', 'were')} not requested, the list has reached its limit`)]
      : []),
    ...unaskableClaims(knowledge.unfiltered.feed.answer?.value),
    // Only if all slices are complete: otherwise the items may be missing because a slice is truncated.
    ...(pages.length === codes.length && pages.every(isComplete) ? strayClaims(knowledge) : []),
  ]);
}

/** Returns the codes of the regions for which a claim `known-regions` of {@link claimOfKnowledge} holds. */
export function knownRegions(knowledge: Knowledge<unknown>, task: Task): readonly string[] {
  return usesSlices(knowledge, task) ? slicesWithin(knowledge, task).within : [];
}

export function usesSlices(knowledge: Knowledge<unknown>, task: Task): boolean {
  const { strategy, regions } = knowledge;
  if (!strategy.divided || ![...regions.values()].some(({ feed }) => feed.answer)) return false;
  return isDivided(knowledge, { ...task, byRegion: true });
}
