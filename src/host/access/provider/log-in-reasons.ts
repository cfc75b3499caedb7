/**
 * Reasons why a log-in at the identity provider failed. The address of the log-in page has the reason, and everybody may
 * write one there. So a sentence contains no text of the address, except codes that are known here.
 */

import { refusedAddress } from '#host/net/request-fault.ts';

const sentences = {
  busy: 'Too many log-ins wait for the provider. Try again in a few seconds.',
  groups: 'None of your groups has access to this host.',
  client: 'The provider does not accept the client id or the secret of this host.',
  unreachable: 'The provider cannot be reached. The log of the host has the cause.',
  address: `The provider cannot be reached: ${refusedAddress}.`,
  timeout: 'The provider did not respond in time.',
  'too-large': 'The response of the provider is too large.',
  'no-https': 'The provider’s configuration lists an address without https.',
  'other-name': 'The provider named another issuer or user than expected.',
  'token-time':
    'The ID token of the provider is not valid at this time. Its clock and that of the host may differ.',
  'token-claim': 'The ID token of the provider belongs to another log-in, client or issuer.',
  'token-key': 'The ID token of the provider is signed with an unknown key.',
  'token-algorithm':
    'The ID token of the provider is signed with an algorithm that this host does not accept, such as HS256.',
  'not-oidc': 'The response of the provider is not valid OpenID Connect.',
} as const;

export type FixedReason = keyof typeof sentences;

/** A fixed reason, or one with a code: `refused-access_denied`, `request-invalid_scope`, `http-404`. */
export type LogInReason = FixedReason | `${'refused' | 'request'}-${string}` | `http-${number}`;

/** Error codes of RFC 6749 and of OpenID Connect. */
const protocolCodes: ReadonlySet<string> = new Set([
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_request_object',
  'invalid_request_uri',
  'invalid_scope',
  'login_required',
  'registration_not_supported',
  'request_not_supported',
  'request_uri_not_supported',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unmet_authentication_requirements',
  'unsupported_grant_type',
  'unsupported_response_type',
]);

/** Stands for all other codes. */
const otherCode = 'other';

/**
 * Makes the reason for an error that the provider states.
 * @param what - `refused`: the log-in, when the browser came back. `request`: a request of the host.
 */
export function reasonFor(what: 'refused' | 'request', code: string): LogInReason {
  return `${what}-${protocolCodes.has(code) ? code : otherCode}`;
}

function isFixed(reason: string): reason is FixedReason {
  return Object.hasOwn(sentences, reason);
}

/** Returns the sentence for a reason; `null` if there is no such reason. */
export function sentenceFor(reason: string): string | null {
  if (isFixed(reason)) return sentences[reason];
  const end = reason.indexOf('-');
  const [what, code] = [reason.slice(0, end), reason.slice(end + 1)];
  if (what === 'http') return /^[1-5]\d\d$/.test(code) ? `The provider responded with HTTP ${code}.` : null;
  if (code !== otherCode && !protocolCodes.has(code)) return null;
  const shown = code === otherCode ? '' : ` (${code})`;
  if (what === 'refused') return `The provider refused the log-in${shown}.`;
  return what === 'request' ? `The provider refused the request of this host${shown}.` : null;
}

/** Whether the provider may let another account in. */
export function isOfAccount(reason: string): boolean {
  return reason === 'groups' || reason === 'refused-access_denied';
}
