/** Error bodies of the host and of the reference service. */

import type { FailureKind, FailureReason } from './failure.ts';
import type { IdleReason } from './history.ts';

/**
 * Body of the host's own error responses, `application/problem+json` (RFC 9457). `kind` is present if the
 * host got no usable response from the upstream.
 */
export interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** Id of the error, `urn:uuid:…`. The host's log line of the error contains the same id. */
  readonly instance?: string;
  readonly parameter?: string;
  readonly kind?: FailureKind;
  readonly reason?: FailureReason | IdleReason;
  /**
   * Present if the upstream's error may be a copy from a cache. `since`: start of its repetition, ISO 8601;
   * `null` before it repeats.
   */
  readonly storedCopy?: { readonly since: string | null };
  /** Why the history of a deployment is not available; absent for other errors. */
  readonly code?: 'not-observed' | IdleReason;
}

export const problemMediaType = 'application/problem+json';
