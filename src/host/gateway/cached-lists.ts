/**
 * Caches list responses that viewers requested, for server-rendered first screens and for tallies (row
 * counts). Sends no requests.
 */

import { type EndpointPath, endpointAt, isEndpointPath, isListResource } from '#contract/endpoints.ts';
import { isRegionCode } from '#contract/region-code.ts';
import type { DeliveredTally } from '#domain/first-screen/delivered-tally.ts';
import type { CachedList, ListAtHand } from '#domain/first-screen/first-screen.ts';
import { sharedLifetime } from './cache/rules.ts';
import { longestAbsence, type ReadList, Tallies } from './tallies.ts';

/** Maximum size in bytes of a cached response. Parsing a longer one would delay other viewers. */
const longestBody = 1024 ** 2;

/** Maximum bytes of all cached lists. The oldest are dropped first. */
const maximumBytes = 32 * 1024 ** 2;

/**
 * Maximum number of cached responses for single regions, of all deployments. Bounded, because viewers may
 * request any region code.
 */
const mostOfRegions = 500;

/** Matches the query string of a request for all regions, with or without a limit. */
const wholeList = /^(?:\?limit=\d+)?$/;

function limitIn(search: string): number | undefined {
  const [, digits] = /^\?limit=(\d{1,7})$/.exec(search) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

const regionPrefix = '?region=';

/** Returns the region of a query string that states only a region; `undefined` for others. */
function regionIn(search: string): string | undefined {
  const code = search.slice(regionPrefix.length);
  return search.startsWith(regionPrefix) && isRegionCode(code) ? code : undefined;
}

function keyOf(slug: string, path: EndpointPath, search: string): string {
  return `${slug} ${path} ${regionIn(search) ?? ''}`;
}

/** Returns the seconds for which a response may still be served to other viewers. */
export function secondsLeft({ list, heldMilliseconds }: ListAtHand): number {
  return sharedLifetime(list.headers, Date.now() - heldMilliseconds) - heldMilliseconds / 1000;
}

interface Entry {
  readonly list: CachedList;
  readonly search: string;
  /**
   * Time of receipt in milliseconds on both clocks. The monotonic clock may stop during sleep; the wall clock
   * may be set back.
   */
  readonly steadyAt: number;
  readonly wallAt: number;
}

function entryOf(list: CachedList, search: string, heldMilliseconds = 0): Entry {
  return {
    list,
    search,
    steadyAt: performance.now() - heldMilliseconds,
    wallAt: Date.now() - heldMilliseconds,
  };
}

function listAtHand({ list, steadyAt, wallAt }: Entry): ListAtHand {
  return { list, heldMilliseconds: Math.max(performance.now() - steadyAt, Date.now() - wallAt) };
}

/**
 * Returns whether response `a` is shorter than `b`. A page requests a list without a limit first. If it is
 * truncated, the page requests it with a limit. The longer response stays.
 */
function isLess(a: CachedList, b: CachedList): boolean {
  return (a.body?.byteLength ?? 0) < (b.body?.byteLength ?? 0);
}

export class CachedLists {
  readonly tallies = new Tallies();
  /** Cached lists by slug, path and region, oldest first. */
  readonly #lists = new Map<string, Entry>();
  readonly #onCached: (slug: string, list: CachedList) => void;
  #bytes = 0;
  #ofRegions = 0;

  /** @param onCached - called for each list that is cached. */
  constructor(onCached: (slug: string, list: CachedList) => void = () => undefined) {
    this.#onCached = onCached;
  }

  counts(path: string, search: string): path is EndpointPath {
    const isCacheable = wholeList.test(search) || regionIn(search) !== undefined;
    return isCacheable && isEndpointPath(path) && isListResource(endpointAt(path).resource);
  }

  note(slug: string, path: EndpointPath, search: string, read: ReadList): void {
    const { body, headers, heldSeconds: cachedSeconds } = read;
    const key = keyOf(slug, path, search);
    const region = regionIn(search);
    const cached = this.#lists.get(key);
    if (cached?.list.body === body) return;
    const limit = limitIn(search);
    const list: CachedList = {
      path,
      ...(region !== undefined && { region }),
      ...(limit !== undefined && { limit }),
      headers,
      body,
    };
    const entry = entryOf(list, search, 1000 * cachedSeconds);
    // Of the same request, the newest response wins, even if it is shorter.
    const isOther = cached?.search !== search;
    if (cached && isOther && isLess(list, cached.list) && secondsLeft(listAtHand(cached)) > 0) return;
    if (this.#isTallied(path, search)) this.tallies.note(slug, path, read);
    // A response that must not be shared is not cached.
    if (secondsLeft(listAtHand(entry)) > 0 && body.byteLength <= longestBody) {
      this.#store(key, entry);
      this.#onCached(slug, list);
    } else this.#drop(key);
  }

  noteLong(slug: string, path: EndpointPath, search: string): void {
    if (regionIn(search) === undefined) this.tallies.forgetLong(slug, path);
    this.#drop(keyOf(slug, path, search));
  }

  /**
   * Treats the cached response as received just now if its `ETag` equals `etag`. @returns whether it does.
   */
  renew(slug: string, path: EndpointPath, search: string, etag: string | null): boolean {
    const key = keyOf(slug, path, search);
    const stored = this.#lists.get(key);
    if (!stored || etag === null || stored.list.headers['etag'] !== etag) return false;
    const { list } = stored;
    if (list.body === null) return false;
    this.#lists.set(key, entryOf(list, stored.search));
    if (this.#isTallied(path, search))
      this.tallies.note(slug, path, { body: list.body, headers: list.headers, heldSeconds: 0 });
    return true;
  }

  noteAbsent(slug: string, path: EndpointPath, search: string): void {
    // Perhaps only the region does not exist.
    if (regionIn(search) !== undefined) return;
    if (this.tallies.counts(path)) this.tallies.noteAbsent(slug, path);
    const key = keyOf(slug, path, search);
    // After a good response, an absence may be a passing fault.
    if (this.#lists.get(key)?.list.body) return;
    this.#store(key, entryOf({ path, headers: {}, body: null }, ''));
  }

  /**
   * Returns what pages get about the lists of a deployment: tallies, and which other lists the deployment
   * does not offer.
   */
  tallyEntries(slug: string): readonly DeliveredTally[] {
    const absent = this.of(slug).flatMap(({ list: { path, body }, heldMilliseconds }) =>
      body !== null || this.tallies.counts(path) || heldMilliseconds > longestAbsence
        ? []
        : {
            slug,
            path,
            tally: null,
            ageSeconds: 0,
            lifetimeMilliseconds: longestAbsence,
            leftMilliseconds: longestAbsence,
            // Rounded up, like tallies.
            heldMilliseconds: 1000 * Math.ceil(heldMilliseconds / 1000),
          },
    );
    // In a fixed order, so that the cached HTML document can be reused.
    return [...this.tallies.of(slug), ...absent.toSorted((a, b) => (a.path < b.path ? -1 : 1))];
  }

  /**
   * Returns the cached lists of a deployment, expired ones too. Of responses for single regions, only those
   * for `region`.
   */
  of(slug: string, region?: string): readonly ListAtHand[] {
    return [...this.#lists].flatMap(([key, entry]) => {
      const isShown = entry.list.region === undefined || entry.list.region === region;
      return isShown && key.startsWith(`${slug} `) ? listAtHand(entry) : [];
    });
  }

  forget(slug: string): void {
    this.tallies.forget(slug);
    for (const key of this.#lists.keys()) if (key.startsWith(`${slug} `)) this.#drop(key);
  }

  #isTallied(path: EndpointPath, search: string) {
    return regionIn(search) === undefined && this.tallies.counts(path);
  }

  #store(key: string, entry: Entry): void {
    this.#drop(key);
    this.#lists.set(key, entry);
    this.#bytes += entry.list.body?.byteLength ?? 0;
    if (entry.list.region !== undefined) this.#ofRegions += 1;
    for (const [oldest, { list }] of this.#lists) {
      const isOneTooMany = this.#ofRegions > mostOfRegions && list.region !== undefined;
      if (this.#bytes > maximumBytes || isOneTooMany) this.#drop(oldest);
      else if (this.#ofRegions <= mostOfRegions) break;
    }
  }

  #drop(key: string): void {
    const dropped = this.#lists.get(key)?.list;
    this.#bytes -= dropped?.body?.byteLength ?? 0;
    if (dropped?.region !== undefined) this.#ofRegions -= 1;
    this.#lists.delete(key);
  }
}
