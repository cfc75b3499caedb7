import type { FailureReason } from '#contract/failure.ts';
import { type Failure, isAbsent } from '../answer/answer.ts';

export interface Remedy {
  readonly text: string;
  readonly setting: string | null;
  readonly page: string;
}

const configuration = 'docs/operate/configuration.md';
const plainFiles = 'docs/operate/plain-files.md';

function remedy(text: string, { setting = null, page = 'docs/operate/troubleshooting.md' }: Partial<Remedy>) {
  return { text, setting, page };
}

const baseUrl = { setting: 'deployments[].baseUrl', page: configuration };
const departs = { page: 'docs/operate/check.md' };

const headers = { setting: 'deployments[].headers', page: configuration };

const ofReason: Readonly<Record<FailureReason, Remedy>> = {
  'certificate-expired': remedy(
    'Renew the certificate at the service. Nothing is to be changed here, and no setting lets an expired certificate pass.',
    {},
  ),
  'certificate-early': remedy(
    'Compare the clock of this host with the first day of the certificate; one of the two is wrong.',
    {},
  ),
  'certificate-untrusted': remedy(
    'If who signed it is known to you, give this host the certificate of that authority, a PEM file.',
    { setting: 'deployments[].tls.ca', page: configuration },
  ),
  'certificate-name': remedy(
    'Name one that it was made for, here or in the base URL, or have it issued for this one.',
    { setting: 'deployments[].tls.serverName', page: configuration },
  ),
  'client-certificate': remedy(
    'Give this host a certificate that the service accepts, with its key: PEM files, read anew when they change.',
    { setting: 'deployments[].tls', page: configuration },
  ),
  'not-tls': remedy('Write http in place of https in the base URL, or the port that speaks https.', baseUrl),
  'name-unknown': remedy(
    'Look for a slip in the name; if there is none, this host asks a name server that does not know it.',
    baseUrl,
  ),
  'connection-refused': remedy(
    'Start the service, or correct the port in the base URL. A firewall may refuse as well.',
    baseUrl,
  ),
  'address-refused': remedy(
    'The base URL leads to a link-local or metadata address; the log of this host says which. Allow it if it is meant.',
    { setting: 'deployments[].allowAddresses', page: configuration },
  ),
  proxy: remedy(
    'Start the proxy, or correct its address and password: there, or in HTTPS_PROXY or HTTP_PROXY. false asks without one.',
    { setting: 'deployments[].proxy', page: configuration },
  ),
  'credential-refused': remedy(
    'Put a valid credential where the configuration takes it from, or have this one allowed to read; no restart.',
    headers,
  ),
  'session-ended': remedy(
    'Log in again; a screen on a wall takes a new wall link. What it shows was so before, and may no longer be true.',
    { page: 'docs/operate/access.md' },
  ),
  'proxy-log-in': remedy(
    'Reload this page to log in. What it shows was so before, and may no longer be true.',
    {
      page: 'docs/operate/access.md',
    },
  ),
  'web-page': remedy(
    'Something before the service answers, as a rule a log-in page: let this host past it, or correct the base URL.',
    baseUrl,
  ),
  'own-host': remedy('Look after the server of this page, or the network between it and this screen.', {}),
  'cross-origin': remedy(
    'Let the service allow this origin and the policy of this page name the service, or ask it through a host of Edgewatch.',
    { setting: 'deployments[].baseUrl', page: plainFiles },
  ),
};

const noCredential = remedy(
  'Give this host a credential for the service; so far it sends none. As plain files, the server of this page adds it.',
  headers,
);

function ofTime({ status }: Failure): Remedy {
  return status === null
    ? remedy('Look after the server of this page; as plain files it may be given more time.', {
        setting: 'limits.totalMilliseconds',
        page: plainFiles,
      })
    : remedy('If the service is well and only slow, give it more time.', {
        setting: 'limits.timeoutSeconds',
        page: configuration,
      });
}

function ofStatus(failure: Failure): Remedy {
  if (failure.status === 429)
    return remedy('Read the status less often, or have the service allow more.', {
      setting: 'pollSeconds',
      page: configuration,
    });
  if (failure.mayBeStored)
    return remedy(
      'Request the endpoint from the service itself, past its caches, and let no cache store errors.',
      {
        page: 'docs/operate/caches.md',
      },
    );
  if (isAbsent(failure)) return remedy('Check that this is still the base URL of the service.', baseUrl);
  return remedy('Look after the service, or the proxy before it. Nothing is to be changed here.', {});
}

export function remedyOf(failure: Failure): Remedy {
  if (failure.reason != null) return ofReason[failure.reason];
  switch (failure.kind) {
    case 'refused':
      return noCredential;
    case 'http':
      return ofStatus(failure);
    case 'timeout':
      return ofTime(failure);
    case 'redirect':
      return remedy('Write the address to which it redirects as the base URL.', baseUrl);
    case 'too-large':
      return remedy('If the answer is meant to be so long, allow more bytes.', {
        setting: 'limits.maximumBodyBytes',
        page: configuration,
      });
    case 'not-json':
    case 'contract':
    case 'protocol':
      return remedy('Compare the service with the document: edgewatch check tells each departure.', departs);
    case 'tls':
      return remedy(
        'Look in the log of the service: versions of TLS, or a client certificate it asks for.',
        {},
      );
    case 'unreachable':
    case 'aborted':
      return remedy('Look after the service and the network between it and this host.', {});
  }
}
