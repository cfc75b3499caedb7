/**
 * Says in a sentence why a log-in at the identity provider failed. It contains no text of the provider: anybody can put
 * words into the return address.
 */

import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { RefusedAddress } from '#host/net/addresses.ts';
import { causesOf, requestFault } from '#host/net/request-fault.ts';
import { type FixedReason, type LogInReason, reasonFor, sentenceFor } from './log-in-reasons.ts';
import { TooLargeResponse } from './provider-fetch.ts';

/** A failed log-in. The message is for the viewer. */
export class LogInFault extends Error {
  override readonly name = 'LogInFault';
  readonly status: 400 | 403 | 502 | 503;
  readonly reason: LogInReason;
  /** @param sentence - says more than that of the reason. */
  constructor(status: LogInFault['status'], reason: LogInReason, cause?: unknown, sentence?: string) {
    super(sentence ?? sentenceFor(reason) ?? '', { cause });
    this.status = status;
    this.reason = reason;
  }

  /** Whether another try may succeed without a change. */
  get isTemporary(): boolean {
    return this.status === 503;
  }
}

/** Reasons by error code of the library. */
const reasons: Readonly<Record<string, FixedReason>> = {
  OAUTH_TIMEOUT: 'timeout',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'no-https',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'other-name',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'token-time',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'token-claim',
  OAUTH_KEY_SELECTION_FAILED: 'token-key',
};

function isOfNetwork({ message }: Error): boolean {
  return message === 'fetch failed' || message === 'terminated';
}

function codesOf(chain: readonly Error[]): readonly string[] {
  return chain.flatMap((each) => ('code' in each ? String(each.code) : []));
}

/** Returns the HTTP status of a response that the library did not expect; `null` for other errors. */
function unexpectedStatus(chain: readonly Error[]): number | null {
  const response = chain.at(-1)?.cause;
  const isUnexpected = codesOf(chain).includes('OAUTH_RESPONSE_IS_NOT_CONFORM');
  return isUnexpected && response instanceof Response ? response.status : null;
}

/** Whether the library refused the signature algorithm of a token. It has no error code for that. */
function isOfAlgorithm(cause: Error): boolean {
  return /^(?:unexpected JWT "alg"|unsupported JWS )/.test(cause.message);
}

function isTemporary(cause: unknown): boolean {
  const chain = causesOf(cause);
  if (chain.some((each) => each instanceof RefusedAddress)) return false;
  const status = cause instanceof ResponseBodyError ? cause.status : unexpectedStatus(chain);
  return (
    (status !== null && status > 500) || chain.some(isOfNetwork) || codesOf(chain).includes('OAUTH_TIMEOUT')
  );
}

/** Whether anybody could cause the error with an invented return, so that it says nothing about the provider. */
function isOfReturn(cause: unknown): boolean {
  return (
    cause instanceof AuthorizationResponseError ||
    (cause instanceof ResponseBodyError && cause.error === 'invalid_grant')
  );
}

function reasonOf(cause: unknown): LogInReason {
  if (cause instanceof AuthorizationResponseError) return reasonFor('refused', cause.error);
  if (cause instanceof ResponseBodyError)
    return cause.error === 'invalid_client' ? 'client' : reasonFor('request', cause.error);
  const chain = causesOf(cause);
  if (chain.some((each) => each instanceof TooLargeResponse)) return 'too-large';
  if (chain.some((each) => each instanceof RefusedAddress)) return 'address';
  if (chain.some(isOfNetwork)) return 'unreachable';
  const status = unexpectedStatus(chain);
  if (status !== null) return `http-${status}`;
  if (chain.some(isOfAlgorithm)) return 'token-algorithm';
  const known = codesOf(chain).flatMap((code) => (Object.hasOwn(reasons, code) ? (reasons[code] ?? []) : []));
  return known[0] ?? 'not-oidc';
}

/** Returns the fault to show for any error of a log-in. */
export function logInFault(cause: unknown): LogInFault {
  if (cause instanceof LogInFault) return cause;
  const isRefusal = cause instanceof AuthorizationResponseError && cause.error === 'access_denied';
  const ofProvider = isTemporary(cause) ? 503 : 502;
  const status = isRefusal ? 403 : isOfReturn(cause) ? 400 : ofProvider;
  const reason = reasonOf(cause);
  const why = reason === 'unreachable' ? requestFault(cause, 'the provider') : null;
  return new LogInFault(status, reason, cause, why ? `The provider cannot be reached: ${why}.` : undefined);
}

/** Returns a fault of the provider as a line for the log, with the library's own words. */
export function faultLine(provider: string, { message, cause }: LogInFault): string {
  // Deeper causes may quote a response.
  const words = causesOf(cause)
    .slice(0, 2)
    .map((each) => each.message);
  return `access.oidc: ${provider}: ${message} [${words.join(': ')}]`;
}
