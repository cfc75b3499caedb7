/** Reads one list again and again: whole, by its lifetime; one that only regions hold, once in a quarter of an hour. */

import { uniter } from '#client/list-reader.ts';
import { runPlannerRound } from '#client/planner-round.ts';
import { request } from '#client/request.ts';
import { type EndpointPath, endpointAt } from '#contract/endpoints.ts';
import { mostItems } from '#contract/host.ts';
import type { ListRecord, ListResource } from '#contract/resources.ts';
import { type Feed, silentFeed } from '#domain/answer/answer.ts';
import { ListGone } from '#domain/lists/list-gone.ts';
import {
  codesNamed,
  isDivided,
  type Knowledge,
  knowNothing,
  pagesHeld,
  type Task,
} from '#domain/lists/planner/knowledge.ts';
import { feedOfSlices, type ListFeed, listFeed } from '#domain/lists/planner/list-feed.ts';
import type { Page } from '#domain/lists/planner/page.ts';
import { missingSlices, nextListAskAt } from '#domain/lists/planner/plan.ts';
import { firstStrategy, withMostItems } from '#domain/lists/planner/strategy.ts';
import type { Tally } from '#domain/verdict/tally.ts';
import type { Said } from '../history/reading.ts';
import { askedWith, type Circumstances, failureAfter, policyOf, takeTurn } from './circumstances.ts';
import { columnReader } from './column-reader.ts';
import { type ListSummary, summaryOf } from './list-summary.ts';
import { type Between, longestAge } from './readings.ts';
import { saidOfList } from './said.ts';

/** Milliseconds between two readings of a list that is put together from many answers. */
export const slicePause = 15 * 60_000;

/** Slices are asked at times of their own; one that failed keeps its last answer. */
function betweenOf({ regions }: Knowledge<unknown>): Between | null {
  const answers = [...regions.values()].flatMap(({ feed }) => feed.answer ?? []);
  if (answers.length === 0) return null;
  return {
    sentAt: Math.min(
      ...answers.map((answer) => answer.receivedAt - (answer.latencyMilliseconds ?? 0) - longestAge(answer)),
    ),
    receivedAt: Math.max(...answers.map(({ receivedAt }) => receivedAt)),
  };
}

function isSame(pages: readonly unknown[], others: readonly unknown[]): boolean {
  return pages.length === others.length && pages.every((page, index) => page === others[index]);
}

export class ListWatch<R extends ListResource> {
  readonly path: EndpointPath;
  readonly resource: R;
  feed: Feed<ListSummary> = silentFeed;
  readonly #circumstances: Circumstances;
  /** Codes that other lists of the deployment name. */
  readonly #codes: () => readonly string[];
  #knowledge: Knowledge<ListRecord<R>>;
  /** When the regions were asked last, epoch milliseconds. */
  #dividedAt = Number.NEGATIVE_INFINITY;
  /** The answers that the summary was made of. */
  #told: readonly Page<ListRecord<R>>[] = [];
  #said: Said | null = null;
  /** Where the summary was made of several answers: when those were asked for and received. */
  between: Between | null = null;

  constructor(resource: R, path: EndpointPath, circumstances: Circumstances, codes: () => readonly string[]) {
    this.resource = resource;
    this.path = path;
    this.#circumstances = circumstances;
    this.#codes = codes;
    const { maximumItems = mostItems } = circumstances.deployment;
    this.#knowledge = knowNothing(withMostItems(firstStrategy, maximumItems));
  }

  get tally(): Tally | null {
    return this.feed.answer?.value.tally ?? null;
  }

  /** Codes that its rows name. */
  get codesNamed(): readonly string[] {
    return codesNamed(this.#knowledge);
  }

  /** What its newest answer said; given away once, for it holds all rows. */
  takeSaid(): Said | null {
    const said = this.#said;
    this.#said = null;
    return said;
  }

  /** Epoch milliseconds at which it is to be read again. */
  dueAt(): number {
    const task = this.#task();
    const next = nextListAskAt(this.#knowledge, task, policyOf(this.#circumstances.deployment));
    const isWhole = isDivided(this.#knowledge, task) && missingSlices(this.#knowledge, task).toCome === 0;
    return isWhole ? Math.max(next, this.#dividedAt + slicePause) : next;
  }

  async look(): Promise<void> {
    const { signal, turns } = this.#circumstances;
    const endTurn = await takeTurn(turns.lists, signal);
    try {
      await this.#readAll();
    } catch (cause) {
      if (!(cause instanceof ListGone)) throw cause;
      // What was let go is wanted again: the list was one answer and is many now.
      this.#knowledge = knowNothing(this.#knowledge.strategy);
      await this.#readAll();
    } finally {
      endTurn();
    }
  }

  #task(): Task {
    const byRegion = endpointAt(this.path).parameters.includes('region');
    return { byRegion, codes: byRegion ? this.#codes() : [] };
  }

  async #readAll(): Promise<void> {
    const policy = policyOf(this.#circumstances.deployment);
    const { now, signal } = this.#circumstances;
    const began = now();
    do {
      this.#knowledge = await this.#round();
      // Each round rests on what the one before it learned; what fails is not due again at once.
    } while (nextListAskAt(this.#knowledge, this.#task(), policy) <= began && !signal.aborted);
    const task = this.#task();
    const divided = isDivided(this.#knowledge, task);
    if (divided) this.#dividedAt = began;
    const pages = pagesHeld(this.#knowledge);
    const { whole, regions } = this.#knowledge;
    if (pages.length > 0 && isSame(pages, this.#told)) {
      // A try that failed left what was there.
      this.feed = { ...this.feed, failure: feedOfSlices([whole, ...regions.values()]).failure };
      return;
    }
    this.between = divided ? betweenOf(this.#knowledge) : null;
    const feed = await listFeed(this.#knowledge, task, uniter(this.resource));
    this.feed = await this.#summarised(feed, divided);
    this.#told = pages;
    // What is put together needs its parts until each was read anew.
    if (!divided) for (const page of pages) page.held.release?.();
  }

  async #summarised(
    { answer, failure }: ListFeed<ListRecord<R>>,
    divided: boolean,
  ): Promise<Feed<ListSummary>> {
    if (!answer) return { answer: null, failure };
    const { deployment, isRecorded } = this.#circumstances;
    const summary = await summaryOf(this.resource, answer.value, deployment.words);
    if (isRecorded()) this.#said = await saidOfList(this.resource, answer.value, summary);
    const { lifetime } = answer;
    const milliseconds = divided ? Math.max(lifetime.milliseconds, slicePause) : lifetime.milliseconds;
    return { answer: { ...answer, value: summary, lifetime: { ...lifetime, milliseconds } }, failure };
  }

  #round(): Promise<Knowledge<ListRecord<R>>> {
    const { path, resource } = this;
    const { deployment, now } = this.#circumstances;
    const askedAt = now();
    return runPlannerRound(this.#knowledge, this.#task(), policyOf(deployment), {
      ask: (asked, earlier) =>
        request({
          ...askedWith(this.#circumstances),
          path,
          reader: columnReader(resource),
          asked,
          earlier: earlier.answer,
        }),
      failureOf: (cause, earlier) => failureAfter(cause, path, earlier, this.#circumstances, askedAt),
      now,
    });
  }
}
