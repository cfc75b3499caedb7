/**
 * Says in a sentence why a log-in at the identity provider failed. It contains no text of the provider: anybody can put
 * words into the return address.
 */

import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { RefusedAddress } from '#host/net/addresses.ts';
import { causesOf, requestFault } from '#host/net/request-fault.ts';
import { TooLargeResponse } from './provider-fetch.ts';

/** A failed log-in. The message is for the viewer. */
export class LogInFault extends Error {
  override readonly name = 'LogInFault';
  readonly status: 400 | 403 | 502 | 503;
  constructor(status: LogInFault['status'], sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.status = status;
  }

  /** Whether another try may succeed without a change. */
  get isTemporary(): boolean {
    return this.status === 503;
  }
}

/** Sentences by error code of the library. */
const sentences: Readonly<Record<string, string>> = {
  OAUTH_TIMEOUT: 'The provider did not respond in time.',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'The provider’s configuration lists an address without https.',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'The provider named another issuer or user than expected.',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED:
    'The ID token of the provider is not valid at this time. Its clock and that of the host may differ.',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED:
    'The ID token of the provider belongs to another log-in, client or issuer.',
  OAUTH_KEY_SELECTION_FAILED: 'The ID token of the provider is signed with an unknown key.',
};

/** Returns an error code of the protocol in brackets; nothing if the text is no such code. */
function codeText(code: string): string {
  return /^[a-z_]{1,40}$/.test(code) ? ` (${code})` : '';
}

function isOfNetwork(cause: Error): boolean {
  const { message } = cause;
  return cause instanceof RefusedAddress || message === 'fetch failed' || message === 'terminated';
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

function sentenceOf(cause: unknown): string {
  if (cause instanceof AuthorizationResponseError)
    return `The provider refused the log-in${codeText(cause.error)}.`;
  if (cause instanceof ResponseBodyError)
    return cause.error === 'invalid_client'
      ? 'The provider does not accept the client id or the secret of this host.'
      : `The provider refused the request of this host${codeText(cause.error)}.`;
  const chain = causesOf(cause);
  if (chain.some((each) => each instanceof TooLargeResponse))
    return 'The response of the provider is too large.';
  if (chain.some(isOfNetwork)) return `The provider cannot be reached: ${requestFault(cause, 'the provider')}.`;
  const status = unexpectedStatus(chain);
  if (status !== null) return `The provider responded with HTTP ${status}.`;
  if (chain.some(isOfAlgorithm))
    return 'The ID token of the provider is signed with an algorithm that this host does not accept, such as HS256.';
  const known = codesOf(chain).flatMap((code) =>
    Object.hasOwn(sentences, code) ? (sentences[code] ?? []) : [],
  )[0];
  return known ?? 'The response of the provider is not valid OpenID Connect.';
}

/** Returns the fault to show for any error of a log-in. */
export function logInFault(cause: unknown): LogInFault {
  if (cause instanceof LogInFault) return cause;
  const isRefusal = cause instanceof AuthorizationResponseError && cause.error === 'access_denied';
  const ofProvider = isTemporary(cause) ? 503 : 502;
  return new LogInFault(isRefusal ? 403 : isOfReturn(cause) ? 400 : ofProvider, sentenceOf(cause), cause);
}

/** Returns a fault of the provider as a line for the log, with the library's own words. */
export function faultLine(provider: string, { message, cause }: LogInFault): string {
  // Deeper causes may quote a response.
  const words = causesOf(cause)
    .slice(0, 2)
    .map((each) => each.message);
  return `access.oidc: ${provider}: ${message} [${words.join(': ')}]`;
}
