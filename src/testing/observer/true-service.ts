/**
 * Test helper: a service that changes at random and logs each of its responses, so that a test can compare what
 * is recorded with what was true. Some of its values are unusual or wrong.
 */

import type { DecodedList } from '#contract/decode/list.ts';
import { type DecodedResponse, decodeResponse } from '#contract/decode/response.ts';
import { type EndpointPath, endpointAt } from '#contract/endpoints.ts';
import type { ListResource } from '#contract/resources.ts';
import { relayedResponse } from '#domain/answer/answer.ts';
import { freshLifetime, grace } from '#domain/answer/poll.ts';
import { fieldsOf } from '#domain/lists/fields.ts';
import { createListing } from '#domain/lists/listing.ts';
import { claimOf } from '#domain/lists/planner/page.ts';
import type { Observation } from '#host/history/reading.ts';
import type { Read } from '#host/observe/readings.ts';
import { summaryOf } from '#host/observe/watches/list-summary.ts';
import { observationOfList, observationOfStatus } from '#host/observe/watches/observation.ts';

type Value = string | number | bigint | null | readonly string[] | { readonly odd: number };
type Item = Readonly<Record<string, Value>>;

const words: readonly Value[] = [
  'operational',
  'operational',
  'degraded',
  'down',
  'flux',
  '',
  'x'.repeat(300),
  'half \ud800',
  null,
  7,
  { odd: 1 },
];
const codes = ['ams1', 'fra1', 'osl1', 'zrh1'];
const names = ['API', 'Cache', 'Storage', 'API'];

export const truePaths = [
  '/api/v2/status',
  '/api/v2/regions',
  '/api/v2/nodes',
  '/api/v2/buckets',
  '/api/v1/applications',
  '/api/v1/events',
] as const satisfies readonly EndpointPath[];

/** Seconds between two requests of an endpoint that do not fail. */
export const lifetimeSeconds = 10;

export class TrueService {
  readonly #random: () => number;
  #now: number;
  readonly #lists = new Map<EndpointPath, Item[]>(truePaths.map((path) => [path, []]));
  #place = 'Oslo';
  #overall: Value = 'operational';

  /**
   * Creates a service with some rows in each list.
   * @param random - returns numbers from 0 to 1.
   */
  constructor(random: () => number, now: number) {
    this.#random = random;
    this.#now = now;
    for (const path of truePaths) for (let count = 0; count < 4; count += 1) this.#change(path);
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #one<T>(of: readonly T[]): T {
    const found = of[Math.floor(this.#random() * of.length)];
    if (found === undefined) throw new Error('There is nothing to choose from.');
    return found;
  }

  /** Mostly the first word, else any. */
  #word(): Value {
    return this.#chance(0.7) ? 'operational' : this.#one(words);
  }

  #time(): Value {
    const time = new Date(this.#now - Math.floor(this.#random() * 100_000)).toISOString();
    const other = [`${time.slice(0, 19)}Z`, `${time.slice(0, 19)}+00:00`, 'never', null];
    return this.#chance(0.7) ? time : this.#one(other);
  }

  #row(path: EndpointPath): Item {
    const id = (prefix: string) => (this.#chance(0.04) ? null : `${prefix}_${Math.floor(this.#random() * 9)}`);
    const created_at = '2026-01-01T00:00:00Z';
    switch (endpointAt(path).resource) {
      case 'status':
        return { name: this.#chance(0.03) ? null : this.#one(names), status: this.#word() };
      case 'region':
        return { code: this.#one(codes), name: 'City', zone: 'eu-west', country: 'DE', status: this.#word() };
      case 'node':
        return { id: id('nod'), created_at, pop: this.#one(codes), status: this.#word(), capacity: '100G' };
      case 'bucket':
        return { id: id('bkt'), created_at, name: 'b', region: this.#one(codes), objects: 1, bytes: 2 };
      case 'application':
        return {
          id: id('app'),
          created_at,
          name: this.#one(names),
          scopes: this.#chance(0.5) ? ['read'] : [],
          last_used_at: this.#time(),
        };
      case 'asset':
      case 'event': {
        const count = this.#chance(0.1) ? this.#one([null, -1, 2n ** 70n]) : Math.floor(this.#random() * 1000);
        return { id: id('evt'), created_at, name: 'made', count, source: this.#one(['api', 'server']) };
      }
    }
  }

  /** Adds, removes or replaces a row. Rows of status documents also change their order. */
  #change(path: EndpointPath): void {
    const list = this.#lists.get(path) ?? [];
    const row = this.#row(path);
    const key = endpointAt(path).resource === 'region' ? 'code' : 'id';
    const place = list.findIndex((each) => each[key] === row[key]);
    const isStatus = path.endsWith('/status');
    if (list.length > 3 && this.#chance(0.3)) list.splice(Math.floor(this.#random() * list.length), 1);
    else if (isStatus || place === -1 || this.#chance(0.03)) list.push(row);
    else list[place] = row;
    if (isStatus && this.#chance(0.1)) list.reverse();
  }

  /** Lets time pass, and changes some rows. */
  pass(now: number): void {
    this.#now = now;
    for (const path of truePaths) while (this.#chance(0.3)) this.#change(path);
    if (this.#chance(0.1)) this.#overall = this.#word();
    if (this.#chance(0.02)) this.#place = this.#one(['Oslo', 'Paris']);
  }

  #body(path: EndpointPath): object {
    const list = this.#lists.get(path) ?? [];
    if (path.endsWith('/status'))
      return {
        status: this.#overall,
        version: 'v2',
        region: this.#place,
        components: [...list],
        updated_at: this.#time(),
      };
    const data = this.#chance(0.15) ? list.filter(() => this.#chance(0.6)) : [...list];
    const has_more = data.length < list.length;
    return { object: 'list', data, pagination: { limit: 100, count: data.length, has_more } };
  }

  /** Responds to a request. */
  response(path: EndpointPath): DecodedResponse {
    return decodeResponse(endpointAt(path), this.#body(path));
  }
}

/** Whether a response has all rows, and each of them can be told from the others. */
export function isWholeResponse(response: DecodedResponse): boolean {
  if (response.kind === 'status') return response.document.components.every(({ name }) => name !== null);
  const { rows, pagination, repeated } = response;
  const isNamed = rows.every((row) => ('code' in row ? row.code : row.id) !== null);
  return isNamed && claimOf({ count: rows.length, pagination, repeated }).kind === 'exact';
}

async function observationOfRows<R extends ListResource>(list: DecodedList<R>): Promise<Observation> {
  const { rows, pagination, repeated, resource } = list;
  const claim = claimOf({ count: rows.length, pagination, repeated });
  const listing = createListing(rows, fieldsOf[resource], claim);
  return observationOfList(resource, listing, await summaryOf(resource, listing, {}));
}

/** A poll of a response, as the observer reports it. @param at - epoch milliseconds. */
export async function readOf(path: EndpointPath, response: DecodedResponse, at: number): Promise<Read> {
  const times = { receivedAt: at, ageSeconds: 0, lifetime: freshLifetime(lifetimeSeconds * 1_000, '') };
  const answer = relayedResponse(path, null, times);
  return {
    slug: 'edge',
    path,
    feed: { answer, failure: null },
    requestedAt: at - 5,
    observation:
      response.kind === 'status' ? observationOfStatus(response.document) : await observationOfRows(response),
    updatedAt: response.kind === 'status' ? response.document.updated_at : null,
    changes: [],
  };
}

/** Milliseconds for which a response confirms its state. */
export const validMilliseconds = lifetimeSeconds * 1_000 + grace;
