/** Polls one deployment, each endpoint by the rules of a page, and stores the newest responses. */

import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import type { ListResource } from '#contract/resources.ts';
import { availabilityOf, type Feed } from '#domain/answer/answer.ts';
import type { Observation } from '../history/reading.ts';
import type { ObservedDeployment } from './messages.ts';
import type { Between } from './readings.ts';
import type { ListSummary, ListTotal } from './watches/list-summary.ts';
import { ListWatch, type OtherLists } from './watches/list-watch.ts';
import type { ObserverContext, ObserverEnvironment } from './watches/observer-context.ts';
import { StatusWatch } from './watches/status-watch.ts';

/** Maximum milliseconds of a timer: timers beyond 2^31 ms fire at once. */
const longestTimer = 60 * 60_000;

export interface Watched {
  readonly path: EndpointPath;
  readonly feed: Feed<unknown>;
  /** Figures of a list of regions, nodes or buckets; `null` for other lists and before the first response. */
  readonly total?: ListTotal | null;
  /** `updated_at` of a status document, as sent; `null` if there is none. */
  readonly updatedAt?: string | null;
  /** Times of the responses of a sliced list; `null` for a list that is one response. */
  readonly between?: Between | null;
  /** Whether the last response was the same as the one before. Its observation then lacks the rows. */
  readonly isRepeat?: boolean;
  takeObservation(): Observation | null;
}

export interface ObservedList {
  readonly path: EndpointPath;
  readonly feed: Feed<ListSummary>;
  /**
   * Milliseconds between two requests for one slice (region) of the list; `null` if the list is not sliced,
   * and for regions and nodes.
   */
  readonly sliceInterval: number | null;
}

interface Watch extends Watched {
  dueAt(): number;
  poll(): Promise<void>;
}

/**
 * Polls of one resource, one per API version, preferred first. A version is polled only while the one before
 * it is not offered.
 */
type Versions<W extends Watch> = readonly W[];

function isOffered({ feed }: Watch): boolean {
  return availabilityOf(feed) !== 'not-offered';
}

/** Returns the versions to poll: up to the first one that may be offered. */
function polledVersions<W extends Watch>(versions: Versions<W>): readonly W[] {
  const first = versions.findIndex(isOffered);
  // Later versions are not polled: they may never be needed.
  return first === -1 ? versions : versions.slice(0, first + 1);
}

function preferredVersion<W extends Watch>(versions: Versions<W>): W | null {
  return versions.find(isOffered) ?? versions[0] ?? null;
}

const listResources: readonly ListResource[] = ['region', 'node', 'bucket', 'asset', 'application', 'event'];

export class DeploymentObserver {
  readonly deployment: ObservedDeployment;
  readonly #status: Versions<StatusWatch>;
  readonly #lists: ReadonlyMap<ListResource, Versions<ListWatch<ListResource>>>;
  readonly #now: () => number;
  readonly #onPoll: (watch: Watched, requestedAt: number) => void;
  readonly #end = new AbortController();
  readonly #busy = new Set<Watch>();
  /** The idle endpoints that are not due yet, with the time in epoch milliseconds at which each is due. */
  #planned: readonly { readonly watch: Watch; readonly dueAt: number }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;
  /** Known region codes of the deployment; `null` after each poll, which may have named further ones. */
  #knownCodes: readonly string[] | null = null;

  /** @param onPoll - called after each poll, also after a failed one. */
  constructor(
    deployment: ObservedDeployment,
    world: ObserverEnvironment,
    onPoll: (watch: Watched, requestedAt: number) => void,
  ) {
    this.deployment = deployment;
    this.#now = world.now;
    this.#onPoll = onPoll;
    const context: ObserverContext = { ...world, deployment, signal: this.#end.signal };
    this.#status = pathsOf('status').map((path) => new StatusWatch(path, context));
    const others: OtherLists = {
      codes: () => this.#codes(),
      areNodesMissing: () => preferredVersion(this.#lists.get('node') ?? [])?.isMissingSlices ?? false,
      traffic: { notBefore: Number.NEGATIVE_INFINITY },
    };
    const resources = deployment.observe === 'all' ? listResources : [];
    this.#lists = new Map(
      resources.map((resource) => [
        resource,
        pathsOf(resource).map((path) => new ListWatch(resource, path, context, others)),
      ]),
    );
  }

  start(): void {
    this.#plan();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#end.abort();
    for (const list of [...this.#lists.values()].flat()) list.leave();
  }

  get status(): StatusWatch {
    const watch = preferredVersion(this.#status);
    if (!watch) throw new Error('The contract has no status.');
    return watch;
  }

  /** Returns the list of the preferred API version; `null` if the list is not polled. */
  listOf(resource: ListResource): ObservedList | null {
    return preferredVersion(this.#lists.get(resource) ?? []);
  }

  get watches(): readonly Watched[] {
    return this.#polled;
  }

  get #polled(): readonly Watch[] {
    return [this.#status, ...this.#lists.values()].flatMap((versions) => polledVersions<Watch>(versions));
  }

  #codes(): readonly string[] {
    const named = ([resource, versions]: readonly [ListResource, Versions<ListWatch<ListResource>>]) =>
      versions.flatMap((watch) =>
        resource === 'region' ? (watch.feed.answer?.value.codes ?? []) : watch.codesNamed,
      );
    this.#knownCodes ??= [...new Set([...this.#lists].flatMap(named))];
    return this.#knownCodes;
  }

  /** Computes when the idle endpoints are due, which only a poll changes, and polls the due ones. */
  #plan(): void {
    if (this.#end.signal.aborted) return;
    const idle = this.#polled.filter((watch) => !this.#busy.has(watch));
    this.#planned = idle.map((watch) => ({ watch, dueAt: watch.dueAt() }));
    this.#tick();
  }

  #tick(): void {
    clearTimeout(this.#timer);
    const idle = this.#planned.filter(({ watch }) => !this.#busy.has(watch));
    const now = this.#now();
    const due = idle.filter(({ dueAt }) => dueAt <= now);
    // Rotates the order, so that no list is always last to get the budget.
    this.#turn += 1;
    for (let place = 0; place < due.length; place += 1) {
      const each = due[(place + this.#turn) % due.length];
      if (each) void this.#look(each.watch);
    }
    this.#planned = idle.filter(({ dueAt }) => dueAt > now);
    const next = Math.min(...this.#planned.map(({ dueAt }) => dueAt));
    if (next === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.#tick(), Math.min(Math.max(Math.ceil(next - now), 1), longestTimer));
  }

  async #look(watch: Watch): Promise<void> {
    this.#busy.add(watch);
    const wasLost = watch.feed.failure !== null;
    const requestedAt = this.#now();
    try {
      await watch.poll();
    } catch (cause) {
      // Only the stop of the observer makes a poll throw.
      if (!this.#end.signal.aborted) throw cause;
      return;
    } finally {
      this.#busy.delete(watch);
      this.#knownCodes = null;
    }
    // A request may succeed after the stop. Its response is ignored.
    if (this.#end.signal.aborted) return;
    this.#onPoll(watch, requestedAt);
    if (wasLost && watch.feed.failure === null) this.#retry();
    this.#plan();
  }

  /**
   * Polls the other failing endpoints of the deployment at once, after the first good response
   * (docs/understand/freshness.md).
   */
  #retry(): void {
    for (const watch of this.#polled) {
      const { failure } = watch.feed;
      const mayBe = failure !== null && isOffered(watch) && (failure.retryAt ?? 0) <= this.#now();
      if (mayBe && !this.#busy.has(watch)) void this.#look(watch);
    }
  }
}
