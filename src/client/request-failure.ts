import type { EndpointPath } from '#contract/endpoints.ts';
import type { FailureKind, FailureReason } from '#contract/failure.ts';

/** Maximum wait for a `Retry-After` in seconds; longer waits are shortened (docs/understand/freshness.md). */
export const longestRetryAfter = 5 * 60;

/** The error of a failed request. Its message is a clause that the viewer reads. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  readonly path: EndpointPath;
  readonly kind: FailureKind;
  readonly reason: FailureReason | null;
  /** HTTP status; `null` without a response. */
  readonly status: number | null;
  /** Technical detail: a position, a redirect target, text of a problem document. */
  readonly detail: string | null;
  /** Seconds to wait by `Retry-After`, a number or a date; `null` if the header is absent or unusable. */
  readonly retryAfterSeconds: number | null;
  readonly mayBeStored: boolean;
  /** `Edgewatch-Served` of the response. Two failures with the same one are copies of one response. */
  served: string | null = null;

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
