import { type Claim, exact } from '#domain/lists/claim.ts';
import { type Group, type Listing, questionKey, type Sum } from '#domain/lists/listing.ts';
import { type Lookups, noLookups } from '#domain/lists/lookups.ts';
import { LruCache } from '#domain/lists/lru-cache.ts';
import type { PageRows } from '#domain/lists/planner/page.ts';
import type { ScatterPoints } from '#domain/numbers/scatter-points.ts';
import type { Call, SentHead } from './messages.ts';
import { mostSent, receivedRows, type SentRows } from './sent-rows.ts';

export interface RemoteList {
  /**
   * Runs a call on the list, joined with `lookups`.
   * @throws ListGone if the list was dropped or the worker died.
   */
  ask(lookups: Lookups, call: Call): Promise<unknown>;
  prefetch(lookups: Lookups, call: Call): Promise<unknown>;
  isLost(): boolean;
  release(): void;
}

interface RecordedCall {
  readonly lookups: Lookups;
  readonly call: Call;
}

/** A list in the worker, and the number of its users. Joined listings share this object. */
interface SharedList extends RemoteList {
  hold(): () => void;
  /** The newest calls. The listing that replaces this one prefetches them. */
  readonly recentCalls: LruCache<RecordedCall>;
}

/** Maximum number of calls to prefetch on the next listing: about as many as one screen makes. */
export const mostPrepared = 16;
/** Maximum milliseconds that a new listing waits for all its prefetches together. */
const longestPreparation = 2_000;

function callKey({ question, ...call }: Call): string {
  return JSON.stringify([call, questionKey({ ...question, ...(question.text && { text: 'any' }) })]);
}

/**
 * Returns whether to prefetch a call on the next listing. Calls for further rows come and go, and lookups
 * with `asOf` change with each response.
 */
function isWorthPrefetching({ name }: Call, { asOf }: Lookups): boolean {
  return name !== 'slice' && name !== 'find' && name !== 'numbers' && asOf === undefined;
}

const shares = new WeakMap<object, SharedList>();

export function remoteListing<Row extends object>(
  list: SharedList,
  { count, claim }: { readonly count: number; readonly claim: Claim },
  lookups: Lookups = noLookups,
): Listing<Row> {
  // The type of each reply follows from the name of the call (messages.ts).
  const ask = <T>(call: Call) => {
    if (isWorthPrefetching(call, lookups)) list.recentCalls.put(callKey(call), { lookups, call });
    return list.ask(lookups, call) as Promise<T>;
  };
  // The worker sends rows of this list.
  const received = (sent: SentRows) => receivedRows(sent) as readonly Row[];
  const listing: Listing<Row> = {
    claim,
    count,
    joined: (next) => (next === lookups ? listing : remoteListing(list, { count, claim }, next)),
    rows: async (question) => {
      const { count: matching, head } = await ask<SentHead>({ name: 'rows', question });
      const first = received(head);
      const atHand = (from: number, to: number) => {
        const end = Math.min(to, matching);
        return end <= first.length || from >= end ? first.slice(from, end) : null;
      };
      return {
        count: matching,
        slice: async (from, to) =>
          atHand(from, to) ??
          received(await ask<SentRows>({ name: 'slice', question, from, to: Math.min(to, matching) })),
        atHand,
        find: (field, value, near) => ask<number | null>({ name: 'find', question, field, value, near }),
      };
    },
    group: (question, by, sums = [], least = 1) =>
      ask<readonly Group[]>({ name: 'group', question, by, sums, least }),
    sum: (question, field) => ask<Sum>({ name: 'sum', question, field }),
    scatter: (question, across, up) => ask<ScatterPoints>({ name: 'scatter', question, across, up }),
    numbers: (question, fields) => ask<readonly Float64Array[]>({ name: 'numbers', question, fields }),
    hold: () => list.hold(),
    isLost: () => list.isLost(),
    release: () => list.release(),
    follow: async (earlier, signal) => {
      const answered = shares.get(earlier)?.recentCalls;
      if (!answered || answered === list.recentCalls) return;
      const prepared = answered.all().map(({ lookups: own, call }) => list.prefetch(own, call));
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = new Promise((resolve) => {
        timer = setTimeout(resolve, longestPreparation);
        signal.addEventListener('abort', resolve, { once: true });
      });
      await Promise.race([Promise.allSettled(prepared), end]);
      clearTimeout(timer);
    },
  };
  shares.set(listing, list);
  return listing;
}

/**
 * Returns access to the rows of a list in a worker. The list is dropped there when this object and all
 * listings made of it are released.
 */
export function remoteRows<Row extends object>(
  list: RemoteList,
  count: number,
  unite: NonNullable<PageRows<Row>['unite']>,
): PageRows<Row> {
  const answered = new LruCache<RecordedCall>(mostPrepared);
  let holds = 0;
  const hold = () => {
    let cached = true;
    holds += 1;
    return () => {
      if (!cached) return;
      cached = false;
      holds -= 1;
      if (holds === 0) list.release();
    };
  };
  const share = (release: () => void): SharedList => ({
    ask: (...parameters) => list.ask(...parameters),
    prefetch: (...asked) => list.prefetch(...asked),
    isLost: () => list.isLost(),
    hold,
    release,
    recentCalls: answered,
  });
  return {
    listing: (claim) => remoteListing(share(hold()), { count, claim }),
    rows: async () => {
      const all = remoteListing<Row>(
        share(() => undefined),
        { count, claim: exact },
      );
      const rows = await all.rows({});
      const parts: Row[] = [];
      while (parts.length < rows.count)
        // Part by part, so that other calls can run between them.
        parts.push(...(await rows.slice(parts.length, parts.length + mostSent)));
      return parts;
    },
    unite,
    isLost: () => list.isLost(),
    release: hold(),
  };
}
