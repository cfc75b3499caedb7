/** Remembers the newest HTTP error per URL of a deployment. A repeated error may be a cache's stored copy. */

import { responseHeaders } from '#domain/answer/answer.ts';
import { afterError, type KnownError } from '#domain/failures/stored-error.ts';
import type { Unchanged, UpstreamFailure, UpstreamOutcome } from '../upstream.ts';

const mostUrls = 1_000;

/**
 * Request headers after an error that may be a stored copy (RFC 9111 section 5.2.1.4). Squid and Apache httpd
 * then forward the request to the service.
 */
const aroundCaches = { 'cache-control': 'no-cache' } as const;

export class NewestErrors {
  readonly #errors = new Map<string, KnownError>();

  requestHeaders(url: string): Readonly<Record<string, string>> {
    return this.#errors.get(url)?.mayBeStored ? aroundCaches : {};
  }

  /**
   * Remembers an error, and returns it with `stored` if it may be a stored copy. A good response ends the
   * series of errors. A lost connection does not.
   */
  note<T extends UpstreamOutcome | Unchanged>(
    url: string,
    outcome: T,
    receivedAt: number,
  ): T | UpstreamFailure {
    if (outcome.kind !== 'failure') this.#errors.delete(url);
    if (outcome.kind !== 'failure' || !outcome.error || outcome.status === null) return outcome;
    const { headers, digest } = outcome.error;
    const known = responseHeaders((name) => headers[name] ?? null);
    const error = { status: outcome.status, headers: known, digest, receivedAt };
    const newest = afterError(this.#errors.get(url) ?? null, error);
    this.#remember(url, newest);
    return newest.mayBeStored
      ? { ...outcome, stored: { since: newest.repeats ? newest.since : null } }
      : outcome;
  }

  #remember(url: string, error: KnownError): void {
    this.#errors.delete(url);
    const [oldest] = this.#errors.keys();
    if (oldest !== undefined && this.#errors.size >= mostUrls) this.#errors.delete(oldest);
    this.#errors.set(url, error);
  }
}
