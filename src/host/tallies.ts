/** What the host knows by status word of the lists that pass through it, for the verdicts that it draws. Asks for nothing. */

import { type Asked, decodeList } from '../contract/decode-list.ts';
import { type EndpointPath, endpointAt, isEndpointPath, pathsOf } from '../contract/endpoints.ts';
import { parseJson } from '../contract/json.ts';
import { claimOf } from '../domain/claim.ts';
import { lifetimeOf } from '../domain/lifetime.ts';
import { ageOf } from '../domain/poll.ts';
import type { DeliveredTally } from '../domain/verdict/delivered-tally.ts';
import type { Tally, TallyGroup } from '../domain/verdict/tally.ts';

/** A list answer as it was read from an upstream. */
export interface ReadList {
  readonly body: Uint8Array;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Seconds since it was read. */
  readonly heldSeconds: number;
}

interface Entry {
  readonly body: Uint8Array | null;
  readonly tally: Tally | null;
  /** On the steady clock, milliseconds. */
  readonly receivedAt: number;
  readonly ageSeconds: number;
  readonly lifetimeMilliseconds: number;
}

/** Longer answers would keep others waiting while they are read; the page reads them in a thread of its own. */
const longestBody = 1024 ** 2;

/** Milliseconds after which a page looks again whether a list is offered (part 5 of the design). */
const longestAbsence = 5 * 60_000;

const tallied: readonly EndpointPath[] = [...pathsOf('region'), ...pathsOf('node')];

/** Groups that a tally holds at most: one of more is left to the page. */
const mostGroups = 4_000;

const unasked: Asked = {};

/**
 * The tally of a list answer that was asked for without parameters; `null` where it has too many different rows.
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

  /** Whether an answer to a path is one of those that are tallied. */
  counts(path: string, search: string): path is EndpointPath {
    return search === '' && isEndpointPath(path) && tallied.includes(path);
  }

  /** Takes in an answer to a question without parameters. */
  note(slug: string, path: EndpointPath, { body, headers, heldSeconds }: ReadList): void {
    const key = `${slug} ${path}`;
    const known = this.#entries.get(key);
    const isKnown = known?.body === body;
    const tally = isKnown ? known.tally : body.byteLength > longestBody ? null : tallyOf(path, body);
    if (!tally) {
      this.#entries.delete(key);
      return;
    }
    const lifetime = lifetimeOf(
      {
        cacheControl: headers['cache-control'] ?? null,
        age: headers['age'] ?? null,
        expires: headers['expires'] ?? null,
        date: headers['date'] ?? null,
      },
      { resource: path.endsWith('regions') ? 'region' : 'node', pollMilliseconds: 0, repeats: 0 },
    );
    this.#entries.set(key, {
      body,
      tally,
      receivedAt: performance.now() - 1000 * heldSeconds,
      ageSeconds: ageOf({ age: headers['age'] ?? null }),
      lifetimeMilliseconds: lifetime.milliseconds,
    });
  }

  /** That a deployment does not offer a list. */
  noteAbsent(slug: string, path: EndpointPath): void {
    this.#entries.set(`${slug} ${path}`, {
      body: null,
      tally: null,
      receivedAt: performance.now(),
      ageSeconds: 0,
      lifetimeMilliseconds: longestAbsence,
    });
  }

  /** What is known of a deployment's lists now. */
  of(slug: string): readonly DeliveredTally[] {
    return tallied.flatMap((path) => {
      const entry = this.#entries.get(`${slug} ${path}`);
      if (!entry) return [];
      const { tally, receivedAt, ageSeconds, lifetimeMilliseconds } = entry;
      const heldMilliseconds = performance.now() - receivedAt;
      if (tally === null && heldMilliseconds > lifetimeMilliseconds) return [];
      return [{ slug, path, tally, ageSeconds, lifetimeMilliseconds, heldMilliseconds }];
    });
  }
}
