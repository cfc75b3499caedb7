/** Reads one complete list of a deployment through the listing planner, once (docs/understand/completeness.md). */

import { setTimeout as delay } from 'node:timers/promises';
import type { Transport } from '#client/exchange.ts';
import { failureOf } from '#client/failure.ts';
import { uniter } from '#client/list-reader.ts';
import { runPlannerRound } from '#client/planner-round.ts';
import { type Reader, request } from '#client/request.ts';
import { statusReader } from '#client/status-reader.ts';
import type { Finding } from '#contract/decode/row.ts';
import { type EndpointPath, endpointAt, pathsOf } from '#contract/endpoints.ts';
import { defaultLimits, defaultPollSeconds, type RequestLimits } from '#contract/host.ts';
import type { ListResource, ListRow, StatusDocument } from '#contract/resources.ts';
import { type Failure, isAbsent } from '#domain/answer/answer.ts';
import type { RequestPolicy } from '#domain/answer/next-request.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { codesNamed, type Knowledge, knowNothing, type Task } from '#domain/lists/planner/knowledge.ts';
import { listFeed } from '#domain/lists/planner/list-feed.ts';
import { failedRequests, nextListRequestAt } from '#domain/lists/planner/plan.ts';
import { columnReader } from '#host/observe/watches/column-reader.ts';

const pollMilliseconds = defaultPollSeconds * 1000;
const policy: RequestPolicy = { pollMilliseconds, hidden: false };

const limits: RequestLimits = {
  ...defaultLimits,
  headersMilliseconds: 40_000,
  totalMilliseconds: 60_000,
};

/** Maximum number of times that failed requests of one list are repeated. */
const mostRetries = 4;
/** Maximum milliseconds of the wait before a retry. */
const longestWait = 60_000;

export interface CopiedDeployment {
  readonly baseUrl: string;
  readonly transport: Transport;
}

export type ReadResource<T> =
  | { readonly kind: 'read'; readonly path: EndpointPath; readonly value: T }
  | { readonly kind: 'not-offered' }
  | { readonly kind: 'failed'; readonly path: EndpointPath; readonly why: string };

export interface ReadList<R extends ListResource> {
  readonly listing: Listing<ListRow<R>>;
  /** Region codes that the rows name. */
  readonly codes: readonly string[];
  /** Region by id of an asset, which names none: the region in whose list it is. Empty for other resources. */
  readonly regions: ReadonlyMap<string, string>;
}

export interface ReadStatus {
  readonly document: StatusDocument;
  readonly findings: readonly Finding[];
}

function whyOf({ summary, detail }: Failure): string {
  return detail === null ? summary : `${summary}: ${detail}`;
}

function requestOptions<T>({ baseUrl, transport }: CopiedDeployment, path: EndpointPath, reader: Reader<T>) {
  const options = { baseUrl, transport, path, reader, limits, pollMilliseconds };
  return { ...options, now: Date.now, random: Math.random };
}

function failureAfter(cause: unknown, path: EndpointPath, run: number): Failure {
  const at = Date.now();
  return failureOf(cause, { path, run, since: at, at, spread: 0 });
}

/** Returns the milliseconds to wait before failed requests are repeated: longer each time, or as the service asks. */
function waitOf(failures: readonly (Failure | null)[], retries: number): number {
  const retryTimes = failures.map((failure) => failure?.retryAt ?? 0);
  return Math.max(1000 * 2 ** retries, Math.max(...retryTimes) - Date.now());
}

function failuresOf({ unfiltered, regions }: Knowledge<unknown>): readonly (Failure | null)[] {
  return [unfiltered, ...regions.values()].map(({ feed }) => feed.failure);
}

/**
 * Whether the service refuses the request itself, for example its region filter. The rows are then missing because
 * the service does not offer them in this way, as those of a truncated list.
 */
function isStructural(failure: Failure): boolean {
  return isAbsent(failure) || failure.status === 400 || failure.status === 422;
}

/** Returns why a list was not read, although a part of it was: a request that another try may answer. */
function gapOf({ unfiltered, regions }: Knowledge<unknown>): string | null {
  for (const [code, { feed }] of [[null, unfiltered] as const, ...regions]) {
    if (!feed.failure || isStructural(feed.failure)) continue;
    const why = whyOf(feed.failure);
    return code === null ? why : `the rows of ${code} could not be read: ${why}`;
  }
  return null;
}

/** Only the pages of assets have ids. */
function regionsOf({ regions }: Knowledge<unknown>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [code, { feed }] of regions) for (const id of feed.answer?.value.ids ?? []) found.set(id, code);
  return found;
}

/** Whether failed requests are worth a retry: not if nothing responds, or the credential is wrong. */
function mayRecover(failure: Failure | null): boolean {
  return !['unreachable', 'tls', 'refused'].includes(failure?.kind ?? '');
}

async function codesOf(regions: Listing<unknown>): Promise<readonly string[]> {
  const groups = await regions.group({}, ['code']);
  return groups.flatMap(({ key: [code] }) => code ?? []);
}

async function readVersion<R extends ListResource>(
  deployment: CopiedDeployment,
  resource: R,
  path: EndpointPath,
  codes: readonly string[],
): Promise<ReadResource<ReadList<R>>> {
  const byRegion = endpointAt(path).parameters.includes('region');
  const task: Task = { byRegion, codes, eachRegion: resource === 'asset' };
  const began = Date.now();
  const options = requestOptions(deployment, path, columnReader(resource, null));
  const round = (known: Knowledge<ListRow<R>>, now: () => number) =>
    runPlannerRound(known, task, policy, {
      request: (parameters, { answer: earlier }) => request({ ...options, parameters, earlier }),
      failureOf: (cause, { failure }) => failureAfter(cause, path, (failure?.run ?? 0) + 1),
      now,
    });
  let knowledge = knowNothing<ListRow<R>>();
  for (let retries = 0; ; retries += 1) {
    // Passes `began` as the time, so that no response becomes due again while the list is read.
    while (nextListRequestAt(knowledge, task, policy) <= began) knowledge = await round(knowledge, () => began);
    const isFailing = failedRequests(knowledge, task, Number.POSITIVE_INFINITY).length > 0;
    const wait = waitOf(failuresOf(knowledge), retries);
    const { feed } = knowledge.unfiltered;
    const isHopeless = feed.answer === null && !mayRecover(feed.failure);
    if (!isFailing || isHopeless || retries === mostRetries || wait > longestWait) break;
    await delay(wait);
    knowledge = await round(knowledge, Date.now);
  }
  const { answer, failure } = await listFeed(knowledge, task, uniter(resource));
  const gap = answer ? gapOf(knowledge) : null;
  if (gap !== null) return { kind: 'failed', path, why: gap };
  if (answer) {
    const listing = answer.value;
    const named = resource === 'region' ? await codesOf(listing) : codesNamed(knowledge);
    return {
      kind: 'read',
      path,
      value: { listing, codes: named, regions: regionsOf(knowledge) },
    };
  }
  if (failure && isAbsent(failure)) return { kind: 'not-offered' };
  return { kind: 'failed', path, why: failure ? whyOf(failure) : 'there was no response' };
}

/** Returns the first version of a resource that is offered, newest first. */
async function firstOffered<T>(
  paths: readonly EndpointPath[],
  read: (path: EndpointPath) => Promise<ReadResource<T>>,
): Promise<ReadResource<T>> {
  for (const path of paths) {
    const found = await read(path);
    if (found.kind !== 'not-offered') return found;
  }
  return { kind: 'not-offered' };
}

/** @param codes - known region codes, with which a truncated list is completed. */
export function readList<R extends ListResource>(
  deployment: CopiedDeployment,
  resource: R,
  codes: readonly string[],
): Promise<ReadResource<ReadList<R>>> {
  return firstOffered(pathsOf<ListResource>(resource), (path) =>
    readVersion(deployment, resource, path, codes),
  );
}

export function readStatus(deployment: CopiedDeployment): Promise<ReadResource<ReadStatus>> {
  return firstOffered(pathsOf('status'), async (path) => {
    for (let retries = 0; ; retries += 1) {
      try {
        const { value: document, findings } = await request(requestOptions(deployment, path, statusReader));
        return { kind: 'read', path, value: { document, findings } };
      } catch (cause) {
        const failure = failureAfter(cause, path, retries + 1);
        if (isAbsent(failure)) return { kind: 'not-offered' };
        const wait = waitOf([failure], retries);
        if (!mayRecover(failure) || retries === mostRetries || wait > longestWait)
          return { kind: 'failed', path, why: whyOf(failure) };
        await delay(wait);
      }
    }
  });
}
