/** How asking a deployment can fail. The same kinds in host and page. */

export const failureKinds = [
  'unreachable',
  'timeout',
  'protocol',
  'redirect',
  'refused',
  'http',
  'not-json',
  'contract',
  'too-large',
  'aborted',
] as const;

export type FailureKind = (typeof failureKinds)[number];

export function isFailureKind(value: unknown): value is FailureKind {
  return failureKinds.some((kind) => kind === value);
}

/** Statuses that mean "no such endpoint here" (the document shows none; RFC 9110). */
const absentStatuses: ReadonlySet<number> = new Set([404, 405, 410, 501]);

/** Whether an HTTP status says that an endpoint is not offered (part 5 of the design). */
export function isAbsentStatus(status: number | null): boolean {
  return status !== null && absentStatuses.has(status);
}

/**
 * Body of the host's own errors, `application/problem+json` (RFC 9457).
 * `kind` is there when the host could not get an answer from an upstream.
 */
export interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The request parameter at fault, where there is one. */
  readonly parameter?: string;
  readonly kind?: FailureKind;
}

export const problemMediaType = 'application/problem+json';
