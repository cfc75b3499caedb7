/** Test helpers: responses and failures as the client makes them, and the feed after each. */

import type { EndpointPath } from '#contract/endpoints.ts';
import type { StatusDocument } from '#contract/resources.ts';
import { type Answer, type Failure, type Feed, noHeaders } from '#domain/answer/answer.ts';
import { freshLifetime, polledLifetime } from '#domain/answer/poll.ts';

export const statusPath: EndpointPath = '/api/v1/status';
export const listPath: EndpointPath = '/api/v1/events';

export function answerAt<T>(receivedAt: number, value: T, more: Partial<Answer<T>> = {}): Answer<T> {
  return {
    path: statusPath,
    value,
    findings: [],
    unlisted: [],
    receivedAt,
    servedAt: null,
    skew: 0,
    ageSeconds: 0,
    lifetime: polledLifetime(10_000, more.ageSeconds),
    uncacheableRun: 0,
    spread: 0,
    headers: noHeaders,
    latencyMilliseconds: 1,
    bytes: 1,
    ...more,
  };
}

/**
 * Makes a list response with a stated lifetime.
 *
 * @param milliseconds - the lifetime.
 */
export function listAnswerAt(receivedAt: number, milliseconds: number, more: Partial<Answer<null>> = {}) {
  const leftMilliseconds = milliseconds - 1000 * (more.ageSeconds ?? 0);
  const uncacheable = leftMilliseconds <= 0;
  const lifetime = { ...freshLifetime(milliseconds, 'max-age'), leftMilliseconds, uncacheable };
  return answerAt(receivedAt, null, { path: listPath, lifetime, ...more });
}

export function failureAt(at: number, more: Partial<Failure> = {}): Failure {
  return {
    path: statusPath,
    kind: 'unreachable',
    status: null,
    summary: 'no connection',
    detail: null,
    at,
    retryAt: null,
    run: 1,
    since: at,
    spread: 0,
    ...more,
  };
}

/** The feed after a failure. It keeps the last good response. */
export function afterFailing<T>(feed: Feed<T>, at: number, more: Partial<Failure> = {}): Feed<T> {
  const { run = 0, since = at } = feed.failure ?? {};
  return { answer: feed.answer, failure: failureAt(at, { run: run + 1, since, ...more }) };
}

export function documentOf(
  status: string | null,
  components: Readonly<Record<string, string | null>>,
): StatusDocument {
  return {
    status,
    version: 'v1',
    region: 'Graz',
    updated_at: '2026-03-12T14:00:00Z',
    components: Object.entries(components).map(([name, word]) => ({ name, status: word })),
  };
}
