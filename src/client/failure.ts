import { longestRetryAfter, RequestFailure } from '#client/request-failure.ts';
import type { Failure } from '#domain/answer/answer.ts';

/** What is not ours to foresee is a failure as well: a query that threw would be asked for again without a pause. */
function foreseen(cause: unknown, path: Failure['path']): RequestFailure {
  if (cause instanceof RequestFailure) return cause;
  const detail = cause instanceof Error ? cause.message : null;
  return new RequestFailure(path, 'contract', 'the answer could not be taken in', { detail });
}

/** Why a try at an endpoint gave no answer, with when it was and how many failed in a row. */
export function failureOf(
  cause: unknown,
  circumstances: Pick<Failure, 'path' | 'run' | 'since' | 'at' | 'spread' | 'pollMilliseconds'>,
): Failure {
  const foreseenCause = foreseen(cause, circumstances.path);
  const { kind, reason, status, message, detail, retryAfterSeconds, mayBeStored } = foreseenCause;
  const wait = retryAfterSeconds === null ? null : Math.min(retryAfterSeconds, longestRetryAfter) * 1000;
  const retryAt = wait === null ? null : circumstances.at + wait;
  return { ...circumstances, kind, reason, status, summary: message, detail, retryAt, mayBeStored };
}
