/** Reads all of one deployment that is to be observed, each endpoint by the rules of a page, and keeps what was said. */

import { type EndpointPath, pathsOf } from '#contract/endpoints.ts';
import type { ListResource } from '#contract/resources.ts';
import { availabilityOf, type Feed } from '#domain/answer/answer.ts';
import type { Said } from '../history/reading.ts';
import type { Circumstances, World } from './circumstances.ts';
import type { ListSummary, ListTotal } from './list-summary.ts';
import { ListWatch, type OtherLists } from './list-watch.ts';
import type { ObservedDeployment } from './messages.ts';
import type { Between } from './readings.ts';
import { StatusWatch } from './status-watch.ts';

/** Timers beyond 2^31 ms fire at once. */
const longestTimer = 60 * 60_000;

/** An endpoint that is read, and what is known of it. */
export interface Watched {
  readonly path: EndpointPath;
  readonly feed: Feed<unknown>;
  /** Of a list of regions, nodes or buckets. */
  readonly total?: ListTotal | null;
  /** A status document's own time, as sent. */
  readonly updatedAt?: string | null;
  /** Of what was put together of several answers. */
  readonly between?: Between | null;
  /** What its newest answer said, for whoever writes it down; given away once. */
  takeSaid(): Said | null;
}

/** A list that is read. */
export interface ObservedList {
  readonly path: EndpointPath;
  readonly feed: Feed<ListSummary>;
  /** See {@link ListWatch.sliceInterval}. */
  readonly sliceInterval: number | null;
}

interface Watch extends Watched {
  dueAt(): number;
  look(): Promise<void>;
}

/** Versions of one resource, the preferred first: the next is read only while the one before it is not offered. */
type Versions<W extends Watch> = readonly W[];

function isOffered({ feed }: Watch): boolean {
  return availabilityOf(feed) !== 'not-offered';
}

/** Those that are read: up to the first that may be there. */
function asked<W extends Watch>(versions: Versions<W>): readonly W[] {
  const first = versions.findIndex(isOffered);
  // Nobody waits for a version that may never be wanted.
  return first === -1 ? versions : versions.slice(0, first + 1);
}

/** The version that speaks for a resource. */
function speaking<W extends Watch>(versions: Versions<W>): W | null {
  return versions.find(isOffered) ?? versions[0] ?? null;
}

const listResources: readonly ListResource[] = ['region', 'node', 'bucket', 'asset', 'application', 'event'];

export class DeploymentObserver {
  readonly deployment: ObservedDeployment;
  readonly #status: Versions<StatusWatch>;
  readonly #lists: ReadonlyMap<ListResource, Versions<ListWatch<ListResource>>>;
  readonly #now: () => number;
  readonly #onLook: (watch: Watched, askedAt: number) => void;
  readonly #end = new AbortController();
  readonly #busy = new Set<Watch>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;
  /** `null` after each reading: it may have named further ones. */
  #knownCodes: readonly string[] | null = null;

  /** @param onLook - told after each look, whatever came of it. */
  constructor(deployment: ObservedDeployment, world: World, onLook: (watch: Watched, askedAt: number) => void) {
    this.deployment = deployment;
    this.#now = world.now;
    this.#onLook = onLook;
    const circumstances: Circumstances = { ...world, deployment, signal: this.#end.signal };
    this.#status = pathsOf('status').map((path) => new StatusWatch(path, circumstances));
    const others: OtherLists = {
      codes: () => this.#codes(),
      areNodesMissing: () => speaking(this.#lists.get('node') ?? [])?.isMissingSlices ?? false,
      traffic: { notBefore: Number.NEGATIVE_INFINITY },
    };
    const resources = deployment.observe === 'all' ? listResources : [];
    this.#lists = new Map(
      resources.map((resource) => [
        resource,
        pathsOf(resource).map((path) => new ListWatch(resource, path, circumstances, others)),
      ]),
    );
  }

  start(): void {
    this.#tick();
  }

  /** Asks for nothing more; what is under way is given up. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#end.abort();
    for (const list of [...this.#lists.values()].flat()) list.leave();
  }

  /** The status document that speaks for the deployment. */
  get status(): StatusWatch {
    const watch = speaking(this.#status);
    if (!watch) throw new Error('The contract has no status.');
    return watch;
  }

  /** The list of a resource; `null` where it is not read. */
  listOf(resource: ListResource): ObservedList | null {
    return speaking(this.#lists.get(resource) ?? []);
  }

  /** Everything that is read, or was asked for. */
  get watches(): readonly Watched[] {
    return [this.#status, ...this.#lists.values()].flatMap((versions) => asked<Watch>(versions));
  }

  #codes(): readonly string[] {
    const named = ([resource, versions]: readonly [ListResource, Versions<ListWatch<ListResource>>]) =>
      versions.flatMap((watch) =>
        resource === 'region' ? (watch.feed.answer?.value.codes ?? []) : watch.codesNamed,
      );
    this.#knownCodes ??= [...new Set([...this.#lists].flatMap(named))];
    return this.#knownCodes;
  }

  #tick(): void {
    if (this.#end.signal.aborted) return;
    clearTimeout(this.#timer);
    const idle = [this.#status, ...this.#lists.values()]
      .flatMap((versions) => asked<Watch>(versions))
      .filter((watch) => !this.#busy.has(watch))
      .map((watch) => ({ watch, dueAt: watch.dueAt() }));
    const now = this.#now();
    const due = idle.filter(({ dueAt }) => dueAt <= now);
    // Lists that compete for the budget begin by turns: none is always last.
    this.#turn += 1;
    for (let place = 0; place < due.length; place += 1) {
      const watch = due[(place + this.#turn) % due.length]?.watch;
      if (watch) void this.#look(watch);
    }
    const next = Math.min(...idle.filter(({ dueAt }) => dueAt > now).map(({ dueAt }) => dueAt));
    if (next === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.#tick(), Math.min(Math.max(Math.ceil(next - now), 1), longestTimer));
  }

  async #look(watch: Watch): Promise<void> {
    this.#busy.add(watch);
    const wasLost = watch.feed.failure !== null;
    const askedAt = this.#now();
    try {
      await watch.look();
    } catch (cause) {
      // Thrown on only where it was told to stop.
      if (!this.#end.signal.aborted) throw cause;
      return;
    } finally {
      this.#busy.delete(watch);
      this.#knownCodes = null;
    }
    // What was under way when it was told to stop may end well all the same: nobody wants to know any more.
    if (this.#end.signal.aborted) return;
    this.#onLook(watch, askedAt);
    if (wasLost && watch.feed.failure === null) this.#retry();
    this.#tick();
  }

  /** The first good answer of a deployment makes its other failing endpoints due at once (docs/understand/freshness.md). */
  #retry(): void {
    for (const watch of [this.#status, ...this.#lists.values()].flatMap((each) => asked<Watch>(each))) {
      const { failure } = watch.feed;
      const mayBe = failure !== null && isOffered(watch) && (failure.retryAt ?? 0) <= this.#now();
      if (mayBe && !this.#busy.has(watch)) void this.#look(watch);
    }
  }
}
