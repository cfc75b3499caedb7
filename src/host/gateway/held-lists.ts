/** What the host has at hand of lists that pass through it: to draw first screens from, and to tally. Asks for nothing. */

import { type EndpointPath, endpointAt, isEndpointPath, isListResource } from '#contract/endpoints.ts';
import { isRegionCode } from '#contract/region-code.ts';
import type { HeldList, ListAtHand } from '#domain/answer/first-screen.ts';
import type { DeliveredTally } from '#domain/verdict/delivered-tally.ts';
import { sharedLifetime } from './cache/rules.ts';
import { longestAbsence, type ReadList, Tallies } from './tallies.ts';

/** Bytes; longer answers would keep others waiting while they are read. */
const longestBody = 1024 ** 2;

/** Bytes of all lists held; where it ends the oldest go first. */
const room = 32 * 1024 ** 2;

/** Answers for one region that are held, of all deployments: anybody may ask for codes that nothing has. */
const mostOfRegions = 500;

/** A question for a list as a whole, as far as one answer goes. */
const wholeList = /^(?:\?limit=\d+)?$/;

function limitIn(search: string): number | undefined {
  const [, digits] = /^\?limit=(\d{1,7})$/.exec(search) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

const ofRegion = '?region=';

/** The region whose part of a list a question is for, without a limit; `undefined` where it is another question. */
function regionIn(search: string): string | undefined {
  const code = search.slice(ofRegion.length);
  return search.startsWith(ofRegion) && isRegionCode(code) ? code : undefined;
}

function keyOf(slug: string, path: EndpointPath, search: string): string {
  return `${slug} ${path} ${regionIn(search) ?? ''}`;
}

/** Seconds for which an answer may still be handed to others. */
export function secondsLeft({ list, heldMilliseconds }: ListAtHand): number {
  return sharedLifetime(list.headers, Date.now() - heldMilliseconds) - heldMilliseconds / 1000;
}

interface Entry {
  readonly list: HeldList;
  /** The search string that it answers. */
  readonly search: string;
  /** By both clocks, milliseconds: the steady one may stand still while the machine sleeps, the other be set back. */
  readonly steadyAt: number;
  readonly wallAt: number;
}

function entryOf(list: HeldList, search: string, heldMilliseconds = 0): Entry {
  return {
    list,
    search,
    steadyAt: performance.now() - heldMilliseconds,
    wallAt: Date.now() - heldMilliseconds,
  };
}

function atHand({ list, steadyAt, wallAt }: Entry): ListAtHand {
  return { list, heldMilliseconds: Math.max(performance.now() - steadyAt, Date.now() - wallAt) };
}

/** Pages first ask without a limit, and then, where that cut the list short, with one: what holds more is kept. */
function isLess(a: HeldList, b: HeldList): boolean {
  return (a.body?.byteLength ?? 0) < (b.body?.byteLength ?? 0);
}

export class HeldLists {
  readonly tallies = new Tallies();
  /** In the order in which they came. */
  readonly #lists = new Map<string, Entry>();
  readonly #onHeld: (slug: string, list: HeldList) => void;
  #bytes = 0;
  #ofRegions = 0;

  /** @param onHeld - told of each list that is kept. */
  constructor(onHeld: (slug: string, list: HeldList) => void = () => undefined) {
    this.#onHeld = onHeld;
  }

  /** Whether an answer to a path is one of those that are held. */
  counts(path: string, search: string): path is EndpointPath {
    const isHeld = wholeList.test(search) || regionIn(search) !== undefined;
    return isHeld && isEndpointPath(path) && isListResource(endpointAt(path).resource);
  }

  /** Takes in an answer to a question that {@link counts}. */
  note(slug: string, path: EndpointPath, search: string, read: ReadList): void {
    const { body, headers, heldSeconds } = read;
    const key = keyOf(slug, path, search);
    const region = regionIn(search);
    const held = this.#lists.get(key);
    if (held?.list.body === body) return;
    const limit = limitIn(search);
    const list: HeldList = {
      path,
      ...(region !== undefined && { region }),
      ...(limit !== undefined && { limit }),
      headers,
      body,
    };
    const entry = entryOf(list, search, 1000 * heldSeconds);
    // Of the same question the newest answer counts, however short.
    const isOther = held?.search !== search;
    if (held && isOther && isLess(list, held.list) && secondsLeft(atHand(held)) > 0) return;
    if (this.#isTallied(path, search)) this.tallies.note(slug, path, read);
    // What may not be kept for others is not.
    if (secondsLeft(atHand(entry)) > 0 && body.byteLength <= longestBody) {
      this.#hold(key, entry);
      this.#onHeld(slug, list);
    } else this.#drop(key);
  }

  /** That a list has become too long to be held, or tallied. */
  noteLong(slug: string, path: EndpointPath, search: string): void {
    if (regionIn(search) === undefined) this.tallies.forgetLong(slug, path);
    this.#drop(keyOf(slug, path, search));
  }

  /** Whether an answer is the one that is held, which is then as good as new. */
  renew(slug: string, path: EndpointPath, search: string, etag: string | null): boolean {
    const key = keyOf(slug, path, search);
    const held = this.#lists.get(key);
    if (!held || etag === null || held.list.headers['etag'] !== etag) return false;
    const { list } = held;
    if (list.body === null) return false;
    this.#lists.set(key, entryOf(list, held.search));
    if (this.#isTallied(path, search))
      this.tallies.note(slug, path, { body: list.body, headers: list.headers, heldSeconds: 0 });
    return true;
  }

  /** That a deployment does not offer a list. */
  noteAbsent(slug: string, path: EndpointPath, search: string): void {
    // It may be the region that is not there.
    if (regionIn(search) !== undefined) return;
    if (this.tallies.counts(path)) this.tallies.noteAbsent(slug, path);
    const key = keyOf(slug, path, search);
    // Of one that had answered this may be a stray word.
    if (this.#lists.get(key)?.list.body) return;
    this.#hold(key, entryOf({ path, headers: {}, body: null }, ''));
  }

  /** What pages are told of a deployment's lists: tallies, and of all other kinds which of them it does not offer. */
  told(slug: string): readonly DeliveredTally[] {
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
            // Rounded up, as those of tallies are.
            heldMilliseconds: 1000 * Math.ceil(heldMilliseconds / 1000),
          },
    );
    // In one order: what is drawn of the same is kept.
    return [...this.tallies.of(slug), ...absent.toSorted((a, b) => (a.path < b.path ? -1 : 1))];
  }

  /** What is at hand of a deployment, however old; of regions only what one of them has. */
  of(slug: string, region?: string): readonly ListAtHand[] {
    return [...this.#lists].flatMap(([key, entry]) => {
      const isShown = entry.list.region === undefined || entry.list.region === region;
      return isShown && key.startsWith(`${slug} `) ? atHand(entry) : [];
    });
  }

  /** Lets go of all that is known of a deployment. */
  forget(slug: string): void {
    this.tallies.forget(slug);
    for (const key of this.#lists.keys()) if (key.startsWith(`${slug} `)) this.#drop(key);
  }

  #isTallied(path: EndpointPath, search: string) {
    return regionIn(search) === undefined && this.tallies.counts(path);
  }

  #hold(key: string, entry: Entry): void {
    this.#drop(key);
    this.#lists.set(key, entry);
    this.#bytes += entry.list.body?.byteLength ?? 0;
    if (entry.list.region !== undefined) this.#ofRegions += 1;
    for (const [oldest, { list }] of this.#lists) {
      const isOneTooMany = this.#ofRegions > mostOfRegions && list.region !== undefined;
      if (this.#bytes > room || isOneTooMany) this.#drop(oldest);
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
