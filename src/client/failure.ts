import { longestRetryAfter, RequestFailure } from '#client/request-failure.ts';
import type { Failure } from '#domain/answer/answer.ts';

/**
 * Returns `cause` if it is a RequestFailure; converts any other error into one of kind `contract`. Otherwise
 * the query would be retried without a backoff.
 */
function asRequestFailure(cause: unknown, path: Failure['path']): RequestFailure {
  if (cause instanceof RequestFailure) return cause;
  const detail = cause instanceof Error ? cause.message : null;
  return new RequestFailure(path, 'contract', 'the response could not be processed', { detail });
}

export function failureOf(
  cause: unknown,
  context: Pick<Failure, 'path' | 'run' | 'since' | 'at' | 'spread' | 'pollMilliseconds'>,
): Failure {
  const failure = asRequestFailure(cause, context.path);
  const { kind, reason, status, message, detail, retryAfterSeconds, mayBeStored, served } = failure;
  const wait = retryAfterSeconds === null ? null : Math.min(retryAfterSeconds, longestRetryAfter) * 1000;
  const retryAt = wait === null ? null : context.at + wait;
  return { ...context, kind, reason, status, summary: message, detail, retryAt, mayBeStored, served };
}
