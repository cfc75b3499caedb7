/**
 * Says in a sentence why a log-in at the identity provider failed. It contains no text of the provider: anybody can put
 * words into the return address.
 */

import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { RefusedAddress } from '../net/addresses.ts';
import { causesOf, requestFault } from '../net/request-fault.ts';
import { TooLargeResponse } from './provider-fetch.ts';

/** A failed log-in. The message is for the viewer. */
export class LogInFault extends Error {
  override readonly name = 'LogInFault';
  readonly status: 400 | 403 | 502 | 503;
  constructor(status: LogInFault['status'], sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.status = status;
  }
}

/** Sentences by error code of the library. */
const sentences: Readonly<Record<string, string>> = {
  OAUTH_TIMEOUT: 'The provider did not respond in time.',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'The provider names an address without TLS.',
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
  const codes = chain.flatMap((each) => ('code' in each ? String(each.code) : []));
  const known = codes.flatMap((code) => (Object.hasOwn(sentences, code) ? (sentences[code] ?? []) : []))[0];
  return known ?? 'The response of the provider is not valid OpenID Connect.';
}

/** Returns the fault to show for any error of a log-in. */
export function logInFault(cause: unknown): LogInFault {
  if (cause instanceof LogInFault) return cause;
  const isRefusal = cause instanceof AuthorizationResponseError && cause.error === 'access_denied';
  return new LogInFault(isRefusal ? 403 : 502, sentenceOf(cause), cause);
}

/** Returns a fault of the provider as a line for the log, with the library's own words. */
export function faultLine(provider: string, { message, cause }: LogInFault): string {
  // Deeper causes may quote a response.
  const words = causesOf(cause)
    .slice(0, 2)
    .map((each) => each.message);
  return `access.oidc: ${provider}: ${message} [${words.join(': ')}]`;
}
