/**
 * Notes what responses to viewers and to the observer say about lists: row counts (tallies), absent lists, and
 * the `limit` that a list needs. HTML documents deliver it. Sends no requests.
 */

import {
  type EndpointPath,
  endpointAt,
  endpointPaths,
  isEndpointPath,
  isListResource,
  pathsOf,
} from '#contract/endpoints.ts';
import type { ListResource } from '#contract/resources.ts';
import { responseHeaders } from '#domain/answer/answer.ts';
import { lifetimeOf } from '#domain/answer/lifetime.ts';
import { ageOf } from '#domain/answer/poll.ts';
import type { DeliveredTally } from '#domain/first-screen/delivered-tally.ts';
import { type KnownLimits, listKey } from '#domain/first-screen/first-screen.ts';
import { type TallySummary, tallyOf } from './tallies.ts';

export interface ReadList {
  /** Response body; `null` if it is too long to be counted, or was not read. */
  readonly body: Uint8Array | null;
  /** Headers of the response. Each response has its own object. */
  readonly headers: Readonly<Record<string, string>>;
  /** Seconds since the list was received. */
  readonly heldSeconds: number;
}

interface Entry extends Omit<TallySummary, 'tally' | 'heldMilliseconds'> {
  /** `null` if the deployment does not offer the list. */
  readonly tally: TallySummary['tally'] | null;
  /**
   * Time of receipt in milliseconds on both clocks. The monotonic clock may stop during sleep; the wall clock
   * may be set back.
   */
  readonly steadyAt: number;
  readonly wallAt: number;
  /** The response that was counted; absent if the observer counted it. */
  readonly source?: Source;
}

interface Source {
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly length: number;
  /** Weak, so that the body does not stay in memory. */
  readonly body: WeakRef<Uint8Array> | null;
}

/** Milliseconds after which a page requests an absent list again (docs/understand/freshness.md). */
const longestAbsence = 5 * 60_000;

/** Lists that are counted here. Those of buckets are counted by the observer alone. */
const tallied: readonly EndpointPath[] = [...pathsOf('region'), ...pathsOf('node')];

/** All endpoints in the order of delivery. If there are too many tallies, the last ones are left out. */
const ordered: readonly EndpointPath[] = [...new Set([...tallied, ...pathsOf('bucket'), ...endpointPaths])];

/** Matches the query of a request for all regions, with or without a limit. */
const wholeList = /^(?:\?limit=(\d+))?$/;

function receivedBefore(milliseconds: number) {
  return { steadyAt: performance.now() - milliseconds, wallAt: Date.now() - milliseconds };
}

function heldMillisecondsOf({ steadyAt, wallAt }: Entry): number {
  return Math.max(performance.now() - steadyAt, Date.now() - wallAt);
}

/** Whether an entry is of the same response, perhaps received again. */
function isSame({ source }: Entry, { body, headers }: ReadList): boolean {
  const etag = headers['etag'];
  return (
    (etag !== undefined && source?.headers['etag'] === etag) ||
    (body !== null && source?.body?.deref() === body)
  );
}

/**
 * Whether a response is shorter than that of another request, which is still valid. A page requests a list
 * without `limit` first. If it is truncated, the page requests it with one, and that response counts.
 */
function isShorter({ body }: ReadList, search: string, known: Entry): boolean {
  if (body === null || !known.source || known.source.search === search) return false;
  return body.byteLength < known.source.length && known.leftMilliseconds > heldMillisecondsOf(known);
}

export class ListNotes {
  /** By slug and path. */
  readonly #entries = new Map<string, Entry>();
  readonly #answered = new Set<string>();
  readonly #limits = new Map<string, number>();
  #observed: ReadonlySet<string> = new Set();

  /** Returns whether a request is for a complete list. Only those are noted. */
  counts(path: string, search: string): path is EndpointPath {
    return wholeList.test(search) && isEndpointPath(path) && isListResource(endpointAt(path).resource);
  }

  /**
   * Stops counting the lists of these deployments: from now on the observer counts them and passes the
   * tallies to {@link take}.
   */
  leave(slugs: Iterable<string>): void {
    this.#observed = new Set(slugs);
  }

  take(slug: string, path: EndpointPath, { heldMilliseconds, ...summary }: TallySummary): void {
    if (!this.#observed.has(slug)) return;
    this.#entries.set(listKey(slug, path), { ...summary, ...receivedBefore(heldMilliseconds) });
  }

  /** Returns whether {@link note} needs no body of a response with this `ETag`. */
  isKnown(slug: string, path: EndpointPath, etag: string | null): boolean {
    if (this.#observed.has(slug) || !tallied.includes(path)) return true;
    return etag !== null && this.#entries.get(listKey(slug, path))?.source?.headers['etag'] === etag;
  }

  note(slug: string, path: EndpointPath, search: string, read: ReadList): void {
    const key = listKey(slug, path);
    const known = this.#entries.get(key);
    this.#answered.add(key);
    if (known?.tally === null) this.#entries.delete(key);
    if (this.#observed.has(slug) || !tallied.includes(path)) return;
    const { body, headers, heldSeconds } = read;
    if (known?.source?.headers === headers || (known && isShorter(read, search, known))) return;
    const isCounted = known !== undefined && isSame(known, read);
    const tally = isCounted ? known.tally : body && tallyOf(path, body);
    if (!tally) {
      this.#entries.delete(key);
      return;
    }
    const lifetime = lifetimeOf(
      responseHeaders((name) => headers[name] ?? null),
      { resource: endpointAt(path).resource, pollMilliseconds: 0, repeats: 0 },
    );
    this.#entries.set(key, {
      tally,
      ageSeconds: ageOf({ age: headers['age'] ?? null }),
      lifetimeMilliseconds: lifetime.fullMilliseconds,
      leftMilliseconds: lifetime.leftMilliseconds,
      ...receivedBefore(1000 * heldSeconds),
      source: {
        search,
        headers,
        length: body?.byteLength ?? known?.source?.length ?? 0,
        body: body ? new WeakRef(body) : (known?.source?.body ?? null),
      },
    });
  }

  /**
   * Notes the `limit` of a successful request that a page or the observer sent: they look for the limit that
   * brings the complete list. The limit of another client says nothing.
   */
  noteLimit(slug: string, path: EndpointPath, search: string): void {
    const limit = Number(wholeList.exec(search)?.[1] ?? 0);
    if (limit > 0) this.#limits.set(listKey(slug, path), limit);
    else this.#limits.delete(listKey(slug, path));
  }

  /**
   * Notes that a deployment does not offer a list. A list that was offered before keeps its tally until that
   * expires: a 404 after a good response may be a passing fault.
   */
  noteAbsent(slug: string, path: EndpointPath): void {
    const key = listKey(slug, path);
    if (this.#answered.has(key) || this.#entries.get(key)?.tally) return;
    this.#entries.set(key, {
      tally: null,
      ageSeconds: 0,
      lifetimeMilliseconds: longestAbsence,
      leftMilliseconds: longestAbsence,
      ...receivedBefore(0),
    });
  }

  /** Returns the tallies of a deployment's lists, and which lists it does not offer. */
  talliesOf(slug: string): readonly DeliveredTally[] {
    return ordered.flatMap((path) => {
      const entry = this.#entries.get(listKey(slug, path));
      if (!entry) return [];
      const { tally, bytes, objects, ageSeconds, lifetimeMilliseconds, leftMilliseconds } = entry;
      const heldMilliseconds = heldMillisecondsOf(entry);
      if (tally === null && heldMilliseconds > lifetimeMilliseconds) return [];
      return [
        {
          slug,
          path,
          tally,
          ...(bytes && { bytes }),
          ...(objects && { objects }),
          ageSeconds,
          lifetimeMilliseconds,
          leftMilliseconds,
          // Rounded up to whole seconds, so that documents of the same second are equal.
          heldMilliseconds: 1000 * Math.ceil(heldMilliseconds / 1000),
        },
      ];
    });
  }

  /** Returns the limits of these lists of a deployment, as far as they are known. */
  limitsOf(slug: string, resources: readonly ListResource[]): KnownLimits {
    const keys = resources.flatMap((resource) => pathsOf(resource).map((path) => listKey(slug, path)));
    return Object.fromEntries(
      keys.flatMap((key) => {
        const limit = this.#limits.get(key);
        return limit === undefined ? [] : [[key, limit]];
      }),
    );
  }

  forget(slug: string): void {
    for (const path of endpointPaths) {
      const key = listKey(slug, path);
      this.#entries.delete(key);
      this.#answered.delete(key);
      this.#limits.delete(key);
    }
  }
}
