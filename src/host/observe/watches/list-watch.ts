/**
 * Polls one list: as one response, or region by region while no single response is complete
 * (docs/understand/observer.md).
 */

import { uniter } from '#client/list-reader.ts';
import { runPlannerRound } from '#client/planner-round.ts';
import { request } from '#client/request.ts';
import type { ListParameters } from '#contract/decode/list.ts';
import { type EndpointPath, endpointAt } from '#contract/endpoints.ts';
import { mostItems } from '#contract/host.ts';
import type { ListResource, ListRow } from '#contract/resources.ts';
import { type Answer, type Failure, type Feed, silentFeed } from '#domain/answer/answer.ts';
import { validUntil } from '#domain/answer/freshness.ts';
import { ListGone } from '#domain/lists/list-gone.ts';
import {
  cachedPages,
  codesNamed,
  isDivided,
  type Knowledge,
  knowNothing,
  type SlicePace,
  type Task,
} from '#domain/lists/planner/knowledge.ts';
import { feedOfSlices, type ListFeed, listFeed, slicesUsed } from '#domain/lists/planner/list-feed.ts';
import type { Page } from '#domain/lists/planner/page.ts';
import { cachedRows, missingSlices, nextListRequestAt } from '#domain/lists/planner/plan.ts';
import { firstStrategy, withMostItems } from '#domain/lists/planner/strategy.ts';
import type { Observation } from '#host/history/reading.ts';
import { type Between, longestAge } from '../readings.ts';
import { columnReader } from './column-reader.ts';
import { type ListSummary, type ListTotal, summaryOf, totalOf } from './list-summary.ts';
import { observationOfList } from './observation.ts';
import {
  failureAfter,
  type ObserverContext,
  policyOf,
  requestOptions,
  takeRequestSlot,
} from './observer-context.ts';
import {
  noSlices,
  Postponed,
  postponing,
  retriesOnly,
  type SlicedList,
  type SliceTraffic,
  spreadOver,
} from './slice-traffic.ts';

/**
 * Minimum milliseconds between two readings of a sliced list. Its slices expire one by one, and each reading
 * merges all of them. With the delay of a request (`nextRequestAt`) it stays below the 10 s after which a
 * slice is late.
 */
const shortestPause = 3_000;

/**
 * Number of times that a sliced list is read within one slice interval. The slices that become due in between
 * are collected.
 */
const readingsAnInterval = 15;

/** Maximum milliseconds of one reading of a sliced list. Then it ends although more slices are due. */
const longestReading = 5_000;

/** Milliseconds after which a list that lost its slices is sliced again: the other lists may have shrunk. */
const droppedFor = 60 * 60_000;

/** State of the other lists of the same deployment. */
export interface OtherLists {
  readonly codes: () => readonly string[];
  /** Whether node slices were never read. A verdict needs nodes, so buckets and assets wait for them. */
  readonly areNodesMissing: () => boolean;
  readonly traffic: SliceTraffic;
}

function isSame(pages: readonly unknown[], others: readonly unknown[]): boolean {
  return pages.length === others.length && pages.every((page, index) => page === others[index]);
}

export class ListWatch<R extends ListResource> implements SlicedList {
  readonly path: EndpointPath;
  readonly resource: R;
  feed: Feed<ListSummary> = silentFeed;
  readonly #context: ObserverContext;
  readonly #others: OtherLists;
  /**
   * Milliseconds between two requests for one slice (region). 0 for lists of regions and nodes, on which the
   * verdict rests. Their slices are requested at the end of their lifetime.
   */
  readonly #interval: number;
  readonly #spread: SlicePace;
  #knowledge: Knowledge<ListRow<R>>;
  /**
   * Start of the next reading of slices, in epoch milliseconds. Until then the slices that become due are
   * collected.
   */
  #pausedUntil = Number.NEGATIVE_INFINITY;
  /**
   * Time in epoch milliseconds before which the list is not sliced, because its rows do not fit in memory;
   * `null` if they always did.
   */
  #droppedUntil: number | null = null;
  #summarised: readonly Page<ListRow<R>>[] = [];
  #said: Observation | null = null;
  /** Whether the last response was the same as the one before, so that its observation lacks the rows. */
  isRepeat = false;
  /** The last observation without its rows, and the recorder that it was made for. */
  #recorded: { readonly recorder: object | null; readonly said: Observation | null } | null = null;
  /**
   * When the first slice of a sliced list was requested and its last one received; `null` if the list is not
   * sliced.
   */
  between: Between | null = null;

  constructor(resource: R, path: EndpointPath, context: ObserverContext, others: OtherLists) {
    this.resource = resource;
    this.path = path;
    this.#context = context;
    this.#others = others;
    const { maximumItems = mostItems, sliceInterval } = context.deployment;
    this.#interval = resource === 'region' || resource === 'node' ? 0 : sliceInterval;
    this.#spread = spreadOver(this.#interval);
    this.#knowledge = knowNothing(withMostItems(firstStrategy, maximumItems));
  }

  /** Figures of the complete list for pages; `null` for lists other than regions, nodes and buckets. */
  get total(): ListTotal | null {
    const summary = this.feed.answer?.value;
    return summary ? totalOf(this.resource, summary) : null;
  }

  get codesNamed(): readonly string[] {
    return codesNamed(this.#knowledge);
  }

  /** Whether some slices of the list have neither been received nor failed. */
  get isMissingSlices(): boolean {
    return missingSlices(this.#knowledge, this.#task()).toCome > 0;
  }

  /**
   * Milliseconds between two requests for one slice (region) of the list; `null` if the list is not sliced,
   * and for regions and nodes.
   */
  get sliceInterval(): number | null {
    return this.#interval > 0 && isDivided(this.#knowledge, this.#task()) ? this.#interval : null;
  }

  /** Returns the content of the newest responses for the recorder. Returned once, because it has all rows. */
  takeObservation(): Observation | null {
    const observation = this.#said;
    this.#said = null;
    return observation;
  }

  get makesVerdict(): boolean {
    return this.#interval === 0;
  }

  /** Ends the observation of the list: its rows no longer count towards the limit of rows in memory. */
  leave(): void {
    this.#context.sliceRows.note(this, 0);
  }

  dropSlices(): void {
    const { deployment, now, report } = this.#context;
    if (this.#droppedUntil === null)
      report(
        `${deployment.slug}: ${this.path} is no longer read region by region: all such lists together need too much memory. Its figures count only the first rows.`,
      );
    this.#droppedUntil = now() + droppedFor;
    this.#knowledge = { ...this.#knowledge, regions: new Map() };
  }

  get #isDropped(): boolean {
    return this.#context.now() < (this.#droppedUntil ?? Number.NEGATIVE_INFINITY);
  }

  /** Returns the time of the next request in epoch milliseconds. */
  dueAt(): number {
    const single = this.#nextAskAt(this.#task(noSlices));
    if (!this.#isSliced()) return single;
    const closedUntil = this.#closedUntil;
    const slices = Math.max(this.#nextAskAt(this.#task()), closedUntil, this.#pausedUntil);
    const isFailing = [...this.#knowledge.regions.values()].some(({ feed }) => feed.failure !== null);
    const retries = isFailing ? this.#nextAskAt(this.#task(retriesOnly)) : Number.POSITIVE_INFINITY;
    return Math.min(single, slices, Math.max(retries, closedUntil));
  }

  async poll(): Promise<void> {
    const { signal, requestSlots } = this.#context;
    const freeSlot = await takeRequestSlot(requestSlots.lists, signal);
    try {
      await this.#read();
    } catch (cause) {
      if (!(cause instanceof ListGone)) throw cause;
      // The rows of a single response are released. The list is sliced now and needs them.
      this.#knowledge = knowNothing(this.#knowledge.strategy);
      await this.#read();
    } finally {
      freeSlot();
    }
  }

  #task(pace: SlicePace = this.#spread): Task {
    const byRegion = !this.#isDropped && endpointAt(this.path).parameters.includes('region');
    return { byRegion, codes: byRegion ? this.#others.codes() : [], pace };
  }

  /** Time in epoch milliseconds before which no slice is requested. */
  get #closedUntil(): number {
    const { areNodesMissing, traffic } = this.#others;
    return this.#interval > 0 && areNodesMissing() ? Number.POSITIVE_INFINITY : traffic.notBefore;
  }

  #taskAt(now: number): Task {
    const single = this.#task(noSlices);
    // A complete response makes the slices needless: it is requested first, alone.
    if (this.#nextAskAt(single) <= now || now < this.#closedUntil) return single;
    return this.#task(now < this.#pausedUntil ? retriesOnly : this.#spread);
  }

  #nextAskAt(task: Task): number {
    return nextListRequestAt(this.#knowledge, task, policyOf(this.#context.deployment));
  }

  async #read(): Promise<void> {
    const { now, signal, sliceRows } = this.#context;
    const began = now();
    const isLong = () => this.#isSliced() && now() - began >= longestReading;
    do {
      const known = await this.#round();
      this.#knowledge = this.#isDropped ? { ...known, regions: new Map() } : known;
      if (!signal.aborted) sliceRows.note(this, cachedRows(this.#knowledge));
      // Each round uses the results of the previous one. A failed request is not due again at once.
    } while (this.dueAt() <= began && !signal.aborted && !isLong());
    const pause = this.isMissingSlices ? 0 : this.#interval / readingsAnInterval;
    this.#pausedUntil = now() + Math.max(pause, shortestPause);
    await this.#summarise();
  }

  #isSliced(): boolean {
    return isDivided(this.#knowledge, this.#task());
  }

  async #summarise(): Promise<void> {
    const pages = cachedPages(this.#knowledge);
    const { unfiltered: whole, regions } = this.#knowledge;
    const [task, isSliced] = [this.#task(), this.#isSliced()];
    this.isRepeat = false;
    if (pages.length > 0 && isSame(pages, this.#summarised)) {
      // The failures are new, or the times of a response that was the same as before.
      const { failure } = feedOfSlices([whole, ...regions.values()]);
      this.#repeat(isSliced ? null : whole.feed.answer, failure);
      return;
    }
    this.between = isSliced ? this.#betweenOf(task) : null;
    this.feed = await this.#summaryOf(await listFeed(this.#knowledge, task, uniter(this.resource)));
    this.#summarised = pages;
    // The parts of a sliced list are merged again with each new one.
    if (!isSliced) for (const page of pages) page.content.release?.();
  }

  #repeat(response: Answer<Page<ListRow<R>>> | null, failure: Failure | null): void {
    const { answer: known } = this.feed;
    const isNew = known !== null && response !== null && response.receivedAt !== known.receivedAt;
    this.feed = { answer: isNew ? { ...response, value: known.value } : known, failure };
    this.isRepeat = isNew;
    if (isNew) this.#said = this.#recorded?.said ?? null;
  }

  /** Returns whether the content of the last response is known here and to the recorder. */
  #isTaken(answer: Answer<unknown>): boolean {
    const isGood = !answer.lastGood && validUntil(answer) > answer.receivedAt;
    const isOne = this.#droppedUntil === null && !this.#isSliced();
    return isGood && isOne && this.#recorded?.recorder === this.#context.recorder();
  }

  #betweenOf(task: Task): Between | null {
    const responses = slicesUsed(this.#knowledge, task).flatMap(({ slice }) => slice.feed.answer ?? []);
    if (responses.length === 0) return null;
    return {
      sentAt: Math.min(
        ...responses.map(
          (answer) => answer.receivedAt - (answer.latencyMilliseconds ?? 0) - longestAge(answer),
        ),
      ),
      receivedAt: Math.max(...responses.map(({ receivedAt }) => receivedAt)),
    };
  }

  async #summaryOf({ answer, failure }: ListFeed<ListRow<R>>): Promise<Feed<ListSummary>> {
    if (!answer) return { answer: null, failure };
    const { deployment } = this.#context;
    const recorder = this.#context.recorder();
    const summary = await summaryOf(this.resource, answer.value, deployment.words);
    const said = recorder && (await observationOfList(this.resource, answer.value, summary));
    this.#said = said;
    this.#recorded = { recorder, said: said && { ...said, rows: said.rows && [], totals: [] } };
    return { answer: { ...answer, value: summary }, failure };
  }

  #round(): Promise<Knowledge<ListRow<R>>> {
    const { path } = this;
    const { deployment, now } = this.#context;
    const requestedAt = now();
    return runPlannerRound(this.#knowledge, this.#taskAt(requestedAt), policyOf(deployment), {
      request: (parameters, earlier) => this.#request(parameters, earlier),
      failureOf: (cause, earlier) =>
        cause instanceof Postponed ? null : failureAfter(cause, path, earlier, this.#context, requestedAt),
      now,
    });
  }

  #request(asked: ListParameters, { answer: earlier }: Feed<Page<ListRow<R>>>) {
    const { path, resource } = this;
    const mayRepeat = asked.region === undefined && earlier !== null && this.#isTaken(earlier);
    const send = (transport: ObserverContext['transport']) =>
      request({
        ...requestOptions(this.#context),
        transport,
        path,
        reader: columnReader(resource, mayRepeat ? earlier : null),
        parameters: asked,
        earlier,
      });
    const { transport, now } = this.#context;
    return asked.region === undefined
      ? send(transport)
      : postponing(transport, this.#others.traffic, now, send);
  }
}
