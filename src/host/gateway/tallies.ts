/** Counts the rows of regions and nodes by status word (tallies), for server-rendered verdicts (list-notes.ts). */

import { decodeList, type ListParameters } from '#contract/decode/list.ts';
import { type EndpointPath, endpointAt } from '#contract/endpoints.ts';
import { parseJson } from '#contract/json/parse.ts';
import type { WrittenSum } from '#domain/lists/list-total.ts';
import { claimOf } from '#domain/lists/planner/page.ts';
import type { Tally, TallyGroup } from '#domain/verdict/tally.ts';

/** The tally of a list (its row counts by status word), and how long it is valid. */
export interface TallySummary {
  readonly tally: Tally;
  /** Sums of the buckets' bytes and objects; absent for other lists. */
  readonly bytes?: WrittenSum;
  readonly objects?: WrittenSum;
  /** Milliseconds since the list was received. */
  readonly heldMilliseconds: number;
  readonly ageSeconds: number;
  /** Lifetime of the list (L), and the part of L left at receipt (docs/understand/freshness.md). */
  readonly lifetimeMilliseconds: number;
  readonly leftMilliseconds: number;
}

/**
 * Maximum size in bytes of a body that is counted. Parsing a longer one would block the thread; pages parse
 * it in a worker.
 */
const longestBody = 1024 ** 2;

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

/** Counts the rows of a list response; returns `null` if that is not possible or takes too long. */
export function tallyOf(path: EndpointPath, body: Uint8Array): Tally | null {
  if (body.byteLength > longestBody) return null;
  try {
    return tallyOfBody(path, parseJson(new TextDecoder().decode(body)));
  } catch {
    // The page reads the same response and shows the fault.
    return null;
  }
}
