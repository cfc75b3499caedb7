import type { FailureKind, FailureReason } from '#contract/failure.ts';
import { type Failure, isAbsent } from '../answer/answer.ts';

export interface Cause {
  /** Short text shown in place of a verdict. */
  readonly headline: string;
  readonly seen: string;
}

const ofReason: Readonly<Record<FailureReason, string>> = {
  'certificate-expired': 'Certificate expired',
  'certificate-early': 'Certificate not valid yet',
  'certificate-untrusted': 'Certificate not trusted',
  'certificate-name': 'Certificate for another name',
  'client-certificate': 'Client certificate refused',
  'not-tls': 'No https there',
  'name-unknown': 'Name not found',
  'connection-refused': 'Connection refused',
  'address-refused': 'Address not allowed',
  proxy: 'No way through the proxy',
  'credential-refused': 'Credential refused',
  'session-ended': 'Session ended',
  'proxy-log-in': 'Log-in ended',
  'web-page': 'A web page responds',
  // The banner above already says that this screen has no contact.
  'own-host': 'No contact',
  'cross-origin': 'Not readable from here',
};

const ofKind: Readonly<Record<Exclude<FailureKind, 'refused' | 'http'>, string>> = {
  unreachable: 'No connection',
  tls: 'No secure connection',
  timeout: 'No response in time',
  protocol: 'Not valid HTTP',
  redirect: 'Redirected',
  'not-json': 'Response is not JSON',
  contract: 'Not this API',
  'too-large': 'Response too large',
  aborted: 'No contact',
};

function headlineOf(failure: Failure): string {
  const { kind, reason, status } = failure;
  if (kind === 'refused' && status === 403 && reason !== 'proxy-log-in') return 'Not allowed';
  if (reason != null) return ofReason[reason];
  if (kind === 'refused') return 'Refused: no credential';
  if (kind === 'http') return isAbsent(failure) ? 'No longer offered' : `Answers HTTP ${status ?? 'errors'}`;
  return ofKind[kind];
}

export const logInEnded = 'Your log-in at the proxy has ended. Reload to log in';

function seenOf({ kind, reason, summary }: Failure): string {
  if (reason === 'own-host')
    return 'The server of this page does not respond, so the state of the service is unknown';
  if (reason === 'session-ended')
    return 'The server of this page requires a log-in, so the state of the service is unknown';
  if (reason === 'proxy-log-in') return logInEnded;
  if (reason === 'cross-origin')
    return 'The browser got no usable response: the service is out of reach, or does not allow this origin (CORS)';
  if (kind === 'http' || kind === 'refused') return `The service returns ${summary}`;
  return summary.charAt(0).toUpperCase() + summary.slice(1);
}

export function causeOf(failure: Failure): Cause {
  return { headline: headlineOf(failure), seen: seenOf(failure) };
}

/** Configuration setting that gives an unknown status word a severity, and the docs page about it. */
export const remedyOfWord = { setting: 'words', page: 'docs/operate/configuration.md' } as const;
