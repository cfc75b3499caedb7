/** What the host, and the reference implementation, answer where they refuse or fail. */

import type { FailureKind, FailureReason } from './failure.ts';
import type { IdleReason } from './history.ts';

/**
 * Body of the host's own errors, `application/problem+json` (RFC 9457).
 * `kind` is there when the host could not get an answer from an upstream.
 */
export interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** `urn:uuid:…`, by which the host's log names the same occurrence. */
  readonly instance?: string;
  /** The request parameter at fault, where there is one. */
  readonly parameter?: string;
  readonly kind?: FailureKind;
  readonly reason?: FailureReason | IdleReason;
  /** Present if the upstream's error may be a stored copy. `since`: ISO 8601, since when the same repeats; `null` before that. */
  readonly storedCopy?: { readonly since: string | null };
  /** Why the record of a deployment does not answer. */
  readonly code?: 'not-observed' | IdleReason;
}

export const problemMediaType = 'application/problem+json';
