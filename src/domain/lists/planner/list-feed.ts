/**
 * Builds the feed of a list, which pages read, from the planner's state. The feed is as fresh as its oldest
 * slice.
 */

import type { Finding } from '#contract/decode/row.ts';
import type { Answer, Failure, Feed, ResponseHeaders } from '#domain/answer/answer.ts';
import { validUntil } from '#domain/answer/freshness.ts';
import { type Claim, weakestClaim } from '../claim.ts';
import type { Listing } from '../listing.ts';
import { claimOfKnowledge, usesSlices } from './claim-of-slices.ts';
import { type Knowledge, requestableCodes, type Slice, type Task } from './knowledge.ts';
import type { Page, Part, Unite } from './page.ts';
import { needsCompleteList } from './plan.ts';

export interface ListFeed<Row> extends Feed<Listing<Row>> {
  readonly knowledge: Knowledge<Row>;
  readonly task: Task;
}

export function isListFeed<Row>(feed: Feed<unknown> | ListFeed<Row>): feed is ListFeed<Row> {
  return 'knowledge' in feed;
}

interface Used<Row> {
  readonly slice: Slice<Row>;
  readonly rowFilter: Part<Row>['rowFilter'];
}

export function slicesUsed<Row>(knowledge: Knowledge<Row>, task: Task): readonly Used<Row>[] {
  const { unfiltered, regions } = knowledge;
  if (!usesSlices(knowledge, task)) return [{ slice: unfiltered, rowFilter: null }];
  const used: Used<Row>[] = [];
  const answered = new Set<string>();
  for (const code of requestableCodes(knowledge, task)) {
    const slice = regions.get(code);
    if (!slice?.feed.answer) continue;
    answered.add(code);
    const foreign = [...(slice.feed.answer.value.regions?.keys() ?? [])].some((each) => each !== code);
    used.push({ slice, rowFilter: foreign ? { only: code } : null });
  }
  // Items outside the known regions come after those of the slices. Their ids show which of them no slice
  // has.
  if (needsCompleteList(knowledge, task)) used.push({ slice: unfiltered, rowFilter: { except: answered } });
  return used;
}

function mergeFindings(all: readonly (readonly Finding[])[]): readonly Finding[] {
  const merged = new Map<string, Finding>();
  for (const finding of all.flat()) {
    const key = `${finding.path} ${finding.problem}`;
    const known = merged.get(key);
    merged.set(key, known ? { ...known, count: known.count + finding.count } : finding);
  }
  return [...merged.values()];
}

function worstFailure(feeds: readonly Feed<unknown>[]): Failure | null {
  return feeds.reduce<Failure | null>(
    (worst, { failure }) => (failure && failure.run > (worst?.run ?? 0) ? failure : worst),
    null,
  );
}

function oldestOf<Row>(answers: readonly Answer<Page<Row>>[]): Answer<Page<Row>> | null {
  return answers.reduce<Answer<Page<Row>> | null>(
    (worst, answer) => (worst && validUntil(worst) <= validUntil(answer) ? worst : answer),
    null,
  );
}

/**
 * Combines slices (responses for one region each) into one feed: the oldest response, and the failure with
 * the most attempts.
 */
export function feedOfSlices<Row>(slices: readonly Slice<Row>[]): Feed<Page<Row>> {
  const feeds = slices.map(({ feed }) => feed);
  return { answer: oldestOf(feeds.flatMap(({ answer }) => answer ?? [])), failure: worstFailure(feeds) };
}

/**
 * Returns the completeness claim of a list that may be of the past. The history states which responses lack something:
 * rows, or numbers whose single polls are no longer stored.
 */
export function claimThen(claim: Claim, answers: readonly Pick<Answer<unknown>, 'headers'>[]): Claim {
  if (answers.every(({ headers }) => headers.observed !== 'partial')) return claim;
  return weakestClaim([
    claim,
    { kind: 'at-least', reasons: ['not every number or state of that time is known'] },
  ]);
}

/** Values of `Edgewatch-Observed`, worst first. */
const observedWorstFirst = ['none', 'partial'];

/** Returns the headers of the response of which least was known at its moment; `otherwise` if all were known. */
export function leastObserved(
  answers: readonly Pick<Answer<unknown>, 'headers'>[],
  otherwise: ResponseHeaders,
): ResponseHeaders {
  for (const worst of observedWorstFirst) {
    const found = answers.find(({ headers }) => headers.observed === worst);
    if (found) return found.headers;
  }
  return otherwise;
}

/** Builds the feed of a list. A slice whose refresh failed stays with its last usable response. */
export async function listFeed<Row>(
  knowledge: Knowledge<Row>,
  task: Task,
  unite: Unite<Row>,
): Promise<ListFeed<Row>> {
  const used = slicesUsed(knowledge, task).flatMap(({ slice: { feed }, rowFilter }) =>
    feed.answer ? [{ feed, answer: feed.answer, rowFilter }] : [],
  );
  const oldest = oldestOf(used.map(({ answer }) => answer));
  if (!oldest) return { knowledge, task, answer: null, failure: knowledge.unfiltered.feed.failure };
  const answers = used.map(({ answer }) => answer);
  const value = await unite(
    used.map(({ answer, rowFilter }) => ({ page: answer.value, rowFilter })),
    claimThen(claimOfKnowledge(knowledge, task), answers),
  );
  const [only, ...others] = answers;
  const merged =
    only && others.length === 0
      ? only
      : {
          ...oldest,
          headers: leastObserved(answers, oldest.headers),
          findings: mergeFindings(answers.map(({ findings }) => findings)),
          unlisted: answers.flatMap(({ unlisted }) => unlisted),
          latencyMilliseconds: null,
          bytes: answers.reduce((sum, { bytes }) => sum + bytes, 0),
        };
  return {
    knowledge,
    task,
    answer: { ...merged, value },
    failure: worstFailure(used.map(({ feed }) => feed)),
  };
}
