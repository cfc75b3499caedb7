/** Sends one request to an endpoint of a deployment, with the clocks, limits and retries of this page. */

import { failureOf } from '#client/failure.ts';
import { type Reader, request } from '#client/request.ts';
import { RequestFailure } from '#client/request-failure.ts';
import { Semaphore } from '#client/semaphore.ts';
import type { ListParameters } from '#contract/decode/list.ts';
import { type EndpointPath, endpointAt, isListResource } from '#contract/endpoints.ts';
import type { Deployment } from '#contract/host.ts';
import { type Answer, datedByPoll, type Failure, type Feed, isAbsent } from '#domain/answer/answer.ts';
import type { Clocks } from '#domain/answer/service-clock.ts';
import { momentOf } from '#domain/history/past/slug-in-time.ts';
import { hostAddress } from '../delivered/base.ts';
import { isOwnHost, limits, pollOf } from '../delivered/config.ts';
import { clocksAtStart, transport } from '../delivered/delivered.ts';
import { now, skipped } from '../ui/time/clock.ts';
import { lastRequests } from './large-lists/progress.ts';

/**
 * Maximum number of parallel list requests per origin, over all deployments. A browser has six connections
 * (HTTP/1.1): one stays free for status, and one for code and history.
 */
const mostLists = 4;
const semaphores = new Map<string, Semaphore>();

function semaphoreOf({ baseUrl }: Deployment): Semaphore {
  const { origin } = new URL(hostAddress(baseUrl), document.baseURI);
  const known = semaphores.get(origin) ?? new Semaphore(mostLists);
  semaphores.set(origin, known);
  return known;
}

const allClocks = new Map<string, { current: Clocks }>();

/** Returns the clock differences that are known of a deployment. They last as long as the page. */
function clocksOf(slug: string): { current: Clocks } {
  const known = allClocks.get(slug) ?? { current: clocksAtStart };
  allClocks.set(slug, known);
  return known;
}

export interface EndpointRequest<T> {
  readonly deployment: Deployment;
  readonly path: EndpointPath;
  readonly reader: Reader<T>;
  readonly parameters: ListParameters;
  readonly signal: AbortSignal;
  readonly earlier: Feed<T> | undefined;
}

/**
 * Sends one request and reads its response.
 * @throws RequestFailure if there is no readable response.
 */
export async function requestEndpoint<T>({
  deployment,
  path,
  reader,
  parameters,
  signal,
  earlier,
}: EndpointRequest<T>): Promise<Answer<T>> {
  const answer = await request({
    baseUrl: hostAddress(deployment.baseUrl),
    path,
    reader,
    parameters,
    signal,
    limits,
    pollMilliseconds: pollOf(deployment),
    earlier: earlier?.answer ?? null,
    now,
    skipped,
    random: Math.random,
    transport,
    isOwnHost,
    clocks: clocksOf(deployment.slug),
    requestLimit: isListResource(endpointAt(path).resource) ? semaphoreOf(deployment) : undefined,
    onBytes: (...progress) => lastRequests.set(deployment.slug + path + parameters.region, progress),
  });
  return answer.headers.asOf === null ? answer : datedByPoll(answer);
}

/**
 * Returns the failure of a request, with the number of failures in a row. A further copy of a failure from a shared
 * cache does not count. What was not recorded at a past moment is never requested again.
 * @throws `cause` again if the caller aborted the request.
 */
export function failureAfter(
  cause: unknown,
  {
    deployment,
    path,
    signal,
    earlier,
    askedAt: requestedAt,
  }: Pick<EndpointRequest<unknown>, 'deployment' | 'path' | 'signal' | 'earlier'> & {
    readonly askedAt: number;
  },
): Failure {
  if (signal.aborted) throw cause;
  const known = earlier?.failure;
  const served = cause instanceof RequestFailure ? cause.served : null;
  const isCopy = served !== null && served === known?.served;
  const run = (known?.run ?? 0) + (isCopy ? 0 : 1);
  const since = known?.since ?? requestedAt;
  const pollMilliseconds = pollOf(deployment);
  const context = { path, run, since, at: now(), spread: Math.random(), pollMilliseconds };
  const failure = failureOf(cause, context);
  const isSettled = momentOf(deployment.slug) !== null && isAbsent(failure);
  return isSettled ? { ...failure, retryAt: Number.POSITIVE_INFINITY } : failure;
}
