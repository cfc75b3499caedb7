/** What the host knows by status word of the lists that pass through it, for the verdicts that it draws. Asks for nothing. */

import { type Asked, decodeList } from '#contract/decode/list.ts';
import { type EndpointPath, endpointAt, pathsOf } from '#contract/endpoints.ts';
import { parseJson } from '#contract/json/parse.ts';
import { answerHeaders } from '#domain/answer/answer.ts';
import { lifetimeOf } from '#domain/answer/lifetime.ts';
import { ageOf } from '#domain/answer/poll.ts';
import type { WrittenSum } from '#domain/lists/list-total.ts';
import { claimOf } from '#domain/lists/planner/page.ts';
import type { DeliveredTally } from '#domain/verdict/delivered-tally.ts';
import type { Tally, TallyGroup } from '#domain/verdict/tally.ts';
import type { ToldTally } from '../observe/messages.ts';

/** A list answer as it was read from an upstream. */
export interface ReadList {
  readonly body: Uint8Array;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Seconds since it was read. */
  readonly heldSeconds: number;
}

interface Entry {
  /** What was tallied, which is not kept for that. */
  readonly body: WeakRef<Uint8Array> | null;
  readonly etag: string | null;
  readonly tally: Tally | null;
  readonly bytes?: WrittenSum | undefined;
  /** By both clocks, milliseconds: the steady one may stand still while the machine sleeps, the other be set back. */
  readonly steadyAt: number;
  readonly wallAt: number;
  readonly ageSeconds: number;
  readonly lifetimeMilliseconds: number;
  readonly leftMilliseconds: number;
}

/** Longer answers would keep others waiting while they are read; the page reads them in a thread of its own. */
const longestBody = 1024 ** 2;

/** Milliseconds after which a page looks again whether a list is offered (docs/understand/freshness.md). */
export const longestAbsence = 5 * 60_000;

const tallied: readonly EndpointPath[] = [...pathsOf('region'), ...pathsOf('node')];

/** Lists whose figures travel with a page. Only the observer counts buckets. */
const delivered: readonly EndpointPath[] = [...tallied, ...pathsOf('bucket')];

/** Groups that a tally holds at most: one of more is left to the page. */
const mostGroups = 4_000;

const unasked: Asked = {};

/**
 * The tally of an answer to a question for all of a list; `null` where it has too many different rows.
 *
 * @throws ContractError where it is no list.
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
    ? decodeList(endpoint, 'region', body, unasked)
    : decodeList(endpoint, 'node', body, unasked);
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
    // The page reads the same answer and says what is wrong with it.
    return null;
  }
}

export class Tallies {
  readonly #entries = new Map<string, Entry>();
  /** Deployments whose lists somebody else reads, and tells of. */
  #told: ReadonlySet<string> = new Set();

  /** Lists of these are tallied elsewhere from now on: what passes of them is not read here. */
  leave(slugs: Iterable<string>): void {
    this.#told = new Set(slugs);
  }

  /** Takes in a tally that was made elsewhere. */
  take(
    slug: string,
    path: EndpointPath,
    { tally, bytes, heldMilliseconds, ageSeconds, lifetimeMilliseconds, leftMilliseconds }: ToldTally,
  ): void {
    if (!this.#told.has(slug)) return;
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

  /** Whether a list is one of those that are tallied. */
  counts(path: EndpointPath): boolean {
    return tallied.includes(path);
  }

  /** Takes in an answer to a question for all of a list. */
  note(slug: string, path: EndpointPath, { body, headers, heldSeconds }: ReadList): void {
    if (this.#told.has(slug)) return;
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
      answerHeaders((name) => headers[name] ?? null),
      { resource: path.endsWith('regions') ? 'region' : 'node', pollMilliseconds: 0, repeats: 0 },
    );
    this.#entries.set(key, {
      body: new WeakRef(body),
      etag,
      tally,
      steadyAt: performance.now() - 1000 * heldSeconds,
      wallAt: Date.now() - 1000 * heldSeconds,
      ageSeconds: ageOf({ age: headers['age'] ?? null }),
      lifetimeMilliseconds: lifetime.fullMilliseconds,
      leftMilliseconds: lifetime.leftMilliseconds,
    });
  }

  /** That a deployment does not offer a list. Of one that had answered this may be a stray word: that tally ages. */
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

  /** That a list has become too long to be read here. */
  forgetLong(slug: string, path: EndpointPath): void {
    if (!this.#told.has(slug)) this.#entries.delete(`${slug} ${path}`);
  }

  forget(slug: string): void {
    for (const path of delivered) this.#entries.delete(`${slug} ${path}`);
  }

  /** What is known of a deployment's lists now. */
  of(slug: string): readonly DeliveredTally[] {
    return delivered.flatMap((path) => {
      const entry = this.#entries.get(`${slug} ${path}`);
      if (!entry) return [];
      const { tally, bytes, steadyAt, wallAt, ...times } = entry;
      const heldMilliseconds = Math.max(performance.now() - steadyAt, Date.now() - wallAt);
      if (tally === null && heldMilliseconds > times.lifetimeMilliseconds) return [];
      // Rounded up, to whole seconds: the document of all who ask within one is the same.
      const whole = 1000 * Math.ceil(heldMilliseconds / 1000);
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
          heldMilliseconds: whole,
        },
      ];
    });
  }
}
