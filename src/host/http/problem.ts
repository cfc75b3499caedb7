/** Builds the host's error responses: `application/problem+json` (RFC 9457), never cached. */

import { randomUUID } from 'node:crypto';
import { type FailureKind, type FailureReason, isAbsentStatus } from '#contract/failure.ts';
import { type Problem, problemMediaType } from '#contract/problem.ts';
import { noteOf, withNote } from './request-log.ts';
import { apiHeaders } from './security-headers.ts';

export interface ProblemOptions {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly parameter?: string;
  readonly kind?: FailureKind;
  readonly reason?: FailureReason | null | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Present if an upstream's error may be a stored copy. `since`: when the error was created, in epoch
   * milliseconds; `null` before it repeats.
   */
  readonly storedCopy?: { readonly since: number | null } | undefined;
  /** Id of the failure, which is also in the log. Default: a new id. */
  readonly id?: string;
}

export function problem({
  status,
  title,
  detail,
  parameter,
  kind,
  reason,
  headers,
  storedCopy,
  id = randomUUID(),
}: ProblemOptions): Response {
  const body: Problem = {
    type: 'about:blank',
    title,
    status,
    detail,
    instance: `urn:uuid:${id}`,
    ...(parameter !== undefined && { parameter }),
    ...(kind !== undefined && { kind }),
    ...(reason != null && { reason }),
    ...(storedCopy && {
      storedCopy: { since: storedCopy.since === null ? null : new Date(storedCopy.since).toISOString() },
    }),
  };
  const response = new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': problemMediaType, 'cache-control': 'no-store', ...apiHeaders, ...headers },
  });
  return withNote(response, kind === undefined ? undefined : { kind, instance: id });
}

/**
 * Replaces the status of an absence, such as 404, by 200 if the client accepts problem documents. The
 * document states the upstream's status. An absent endpoint is no fault, but browsers report every 404 as an
 * error of the page.
 */
export function absentAs200(request: Request, response: Response): Response {
  if (!isAbsentStatus(response.status) || request.method !== 'GET') return response;
  const isProblem = response.headers.get('content-type') === problemMediaType;
  return isProblem && acceptsProblem(request)
    ? withNote(new Response(response.body, { status: 200, headers: response.headers }), noteOf(response))
    : response;
}

/** Returns whether the client accepts problem documents, as pages and the observer do (client/plain-request.ts). */
export function acceptsProblem({ headers }: { readonly headers: Pick<Headers, 'get'> }): boolean {
  return headers.get('accept')?.includes(problemMediaType) ?? false;
}

/**
 * Returns whether the client prefers the failure to a stale response: a page that has a response keeps its
 * own (client/plain-request.ts).
 */
export function prefersProblem({ headers }: { readonly headers: Pick<Headers, 'get'> }): boolean {
  const accepted = headers.get('accept') ?? '';
  return weightOf(accepted, problemMediaType) > weightOf(accepted, 'application/json');
}

/** Returns the weight of a media type in an `Accept` header; 0 if it is absent. */
function weightOf(accepted: string, type: string): number {
  for (const entry of accepted.split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    if (name !== type) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return /^[01](?:\.\d{0,3})?$/.test(weight) ? Number(weight) : 1;
  }
  return 0;
}

export function notFound(detail = 'There is nothing at this address.'): Response {
  return problem({ status: 404, title: 'Not found', detail });
}

export function methodNotAllowed(allow = 'GET, HEAD'): Response {
  return problem({
    status: 405,
    title: 'Method not allowed',
    detail: allow === 'GET, HEAD' ? 'Edgewatch is read-only: use GET or HEAD.' : `Use ${allow}.`,
    headers: { allow },
  });
}

export function ownDocument(body: string, cacheControl = 'no-store'): Response {
  return new Response(body, {
    headers: { 'content-type': 'application/json', 'cache-control': cacheControl, ...apiHeaders },
  });
}
