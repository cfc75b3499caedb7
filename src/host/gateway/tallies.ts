/**
 * Counts the rows of regions and nodes by status word (tallies), in lists that viewers request, for
 * server-rendered verdicts. Sends no requests.
 */

import { decodeList, type ListParameters } from '#contract/decode/list.ts';
import { type EndpointPath, endpointAt, pathsOf } from '#contract/endpoints.ts';
import { parseJson } from '#contract/json/parse.ts';
import { responseHeaders } from '#domain/answer/answer.ts';
import { lifetimeOf } from '#domain/answer/lifetime.ts';
import { ageOf } from '#domain/answer/poll.ts';
import type { DeliveredTally } from '#domain/first-screen/delivered-tally.ts';
import type { WrittenSum } from '#domain/lists/list-total.ts';
import { claimOf } from '#domain/lists/planner/page.ts';
import type { Tally, TallyGroup } from '#domain/verdict/tally.ts';

/** The tally of a list (its row counts by status word), and how long it is valid. */
export interface TallySummary {
  readonly tally: Tally;
  /** Sum of the buckets' bytes; absent for other lists. */
  readonly bytes?: WrittenSum;
  /** Milliseconds since the list was received. */
  readonly heldMilliseconds: number;
  readonly ageSeconds: number;
  /** Lifetime of the list (L), and the part of L left at receipt (docs/understand/freshness.md). */
  readonly lifetimeMilliseconds: number;
  readonly leftMilliseconds: number;
}

export interface ReadList {
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** Seconds since the list was received. */
  readonly heldSeconds: number;
}

interface Entry {
  /** The body that was counted; `null` if none was. Weak, so that it does not stay in memory. */
  readonly body: WeakRef<Uint8Array> | null;
  readonly etag: string | null;
  readonly tally: Tally | null;
  readonly bytes?: WrittenSum | undefined;
  /**
   * Time of receipt in milliseconds on both clocks. The monotonic clock may stop during sleep; the wall clock
   * may be set back.
   */
  readonly steadyAt: number;
  readonly wallAt: number;
  readonly ageSeconds: number;
  readonly lifetimeMilliseconds: number;
  readonly leftMilliseconds: number;
}

/**
 * Maximum size in bytes of a body that is counted. Parsing a longer one would block the thread; pages parse
 * it in a worker.
 */
const longestBody = 1024 ** 2;

/** Milliseconds after which a page requests an absent list again (docs/understand/freshness.md). */
export const longestAbsence = 5 * 60_000;

const tallied: readonly EndpointPath[] = [...pathsOf('region'), ...pathsOf('node')];

/** Lists whose tallies are sent with a page. Those of buckets come only from the observer. */
const delivered: readonly EndpointPath[] = [...tallied, ...pathsOf('bucket')];

/**
 * Maximum number of groups in one tally; the rows of a group are equal. A page counts a list with more groups
 * itself.
 */
const mostGroups = 4_000;

const noParameters: ListParameters = {};

/**
 * Counts the rows of a list response; returns `null` if it has too many different rows.
 * @throws ContractError if the body is no list.
 */
function tallyOfBody(path: EndpointPath, body: unknown): Tally | null {
  const endpoint = endpointAt(path);
  const isOfRegions = endpoint.resource === 'region';
  const groups = new Map<string, TallyGroup>();
  const add = (code: string | null, name: string | null, word: string | null) => {
    const key = JSON.stringify([code, name, word]);
    groups.set(key, { code, name, word, count: (groups.get(key)?.count ?? 0) + 1 });
  };
  const answer = isOfRegions
    ? decodeList(endpoint, 'region', body, noParameters)
    : decodeList(endpoint, 'node', body, noParameters);
  for (const row of answer.rows) {
    if ('pop' in row) add(row.pop, null, row.status);
    else add(row.code, row.name, row.status);
    if (groups.size > mostGroups) return null;
  }
  const { rows, pagination, repeated } = answer;
  return { groups: [...groups.values()], claim: claimOf({ count: rows.length, pagination, repeated }) };
}

function tallyOf(path: EndpointPath, body: Uint8Array): Tally | null {
  try {
    return tallyOfBody(path, parseJson(new TextDecoder().decode(body)));
  } catch {
    // The page reads the same response and shows the fault.
    return null;
  }
}

export class Tallies {
  readonly #entries = new Map<string, Entry>();
  #observed: ReadonlySet<string> = new Set();

  /**
   * Stops counting the lists of these deployments: from now on the observer counts them and passes the
   * tallies to {@link take}.
   */
  leave(slugs: Iterable<string>): void {
    this.#observed = new Set(slugs);
  }

  take(
    slug: string,
    path: EndpointPath,
    { tally, bytes, heldMilliseconds, ageSeconds, lifetimeMilliseconds, leftMilliseconds }: TallySummary,
  ): void {
    if (!this.#observed.has(slug)) return;
    this.#entries.set(`${slug} ${path}`, {
      body: null,
      etag: null,
      tally,
      bytes,
      steadyAt: performance.now() - heldMilliseconds,
      wallAt: Date.now() - heldMilliseconds,
      ageSeconds,
      lifetimeMilliseconds,
      leftMilliseconds,
    });
  }

  counts(path: EndpointPath): boolean {
    return tallied.includes(path);
  }

  note(slug: string, path: EndpointPath, { body, headers, heldSeconds: cachedSeconds }: ReadList): void {
    if (this.#observed.has(slug)) return;
    const key = `${slug} ${path}`;
    const known = this.#entries.get(key);
    const etag = headers['etag'] ?? null;
    const isKnown = known?.body?.deref() === body || (etag !== null && known?.etag === etag);
    const tally = isKnown && known ? known.tally : body.byteLength > longestBody ? null : tallyOf(path, body);
    if (!tally) {
      this.#entries.delete(key);
      return;
    }
    const lifetime = lifetimeOf(
      responseHeaders((name) => headers[name] ?? null),
      { resource: path.endsWith('regions') ? 'region' : 'node', pollMilliseconds: 0, repeats: 0 },
    );
    this.#entries.set(key, {
      body: new WeakRef(body),
      etag,
      tally,
      steadyAt: performance.now() - 1000 * cachedSeconds,
      wallAt: Date.now() - 1000 * cachedSeconds,
      ageSeconds: ageOf({ age: headers['age'] ?? null }),
      lifetimeMilliseconds: lifetime.fullMilliseconds,
      leftMilliseconds: lifetime.leftMilliseconds,
    });
  }

  /**
   * Records that a deployment does not offer a list. An earlier tally stays until it expires: a 404 after a
   * good response may be a passing fault.
   */
  noteAbsent(slug: string, path: EndpointPath): void {
    if (this.#entries.get(`${slug} ${path}`)?.tally) return;
    this.#entries.set(`${slug} ${path}`, {
      body: null,
      etag: null,
      tally: null,
      steadyAt: performance.now(),
      wallAt: Date.now(),
      ageSeconds: 0,
      lifetimeMilliseconds: longestAbsence,
      leftMilliseconds: longestAbsence,
    });
  }

  forgetLong(slug: string, path: EndpointPath): void {
    if (!this.#observed.has(slug)) this.#entries.delete(`${slug} ${path}`);
  }

  forget(slug: string): void {
    for (const path of delivered) this.#entries.delete(`${slug} ${path}`);
  }

  of(slug: string): readonly DeliveredTally[] {
    return delivered.flatMap((path) => {
      const entry = this.#entries.get(`${slug} ${path}`);
      if (!entry) return [];
      const { tally, bytes, steadyAt, wallAt, ...times } = entry;
      const heldMilliseconds = Math.max(performance.now() - steadyAt, Date.now() - wallAt);
      if (tally === null && heldMilliseconds > times.lifetimeMilliseconds) return [];
      // Rounded up to whole seconds, so that pages of the same second are equal.
      const wholeSeconds = 1000 * Math.ceil(heldMilliseconds / 1000);
      const { ageSeconds, lifetimeMilliseconds, leftMilliseconds } = times;
      return [
        {
          slug,
          path,
          tally,
          ...(bytes && { bytes }),
          ageSeconds,
          lifetimeMilliseconds,
          leftMilliseconds,
          heldMilliseconds: wholeSeconds,
        },
      ];
    });
  }
}
