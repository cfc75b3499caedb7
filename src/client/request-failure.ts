import type { EndpointPath } from '#contract/endpoints.ts';
import type { FailureKind, FailureReason } from '#contract/failure.ts';

/** Seconds of a `Retry-After` that are waited for at most (docs/understand/freshness.md). */
export const longestRetryAfter = 5 * 60;

/** Why asking an endpoint gave no answer; each a clause a person understands. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  readonly path: EndpointPath;
  readonly kind: FailureKind;
  readonly reason: FailureReason | null;
  /** HTTP status, where there was an answer. */
  readonly status: number | null;
  /** More for those who look: a position, a target, a problem's own words. */
  readonly detail: string | null;
  /** Seconds stated by `Retry-After`, as sent or counted from its date; `null` where absent or unusable. */
  readonly retryAfterSeconds: number | null;
  readonly mayBeStored: boolean;

  constructor(
    path: EndpointPath,
    kind: FailureKind,
    summary: string,
    more: Partial<
      Pick<RequestFailure, 'reason' | 'status' | 'detail' | 'retryAfterSeconds' | 'mayBeStored'>
    > = {},
  ) {
    super(summary);
    this.path = path;
    this.kind = kind;
    this.reason = more.reason ?? null;
    this.status = more.status ?? null;
    this.detail = more.detail ?? null;
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
    this.mayBeStored = more.mayBeStored ?? false;
  }
}
