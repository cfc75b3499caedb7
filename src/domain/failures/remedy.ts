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
    'Renew the certificate at the service. No setting of Edgewatch accepts an expired certificate.',
    {},
  ),
  'certificate-early': remedy(
    'Compare the clock of this host with the first day of the certificate. One of the two is wrong.',
    {},
  ),
  'certificate-untrusted': remedy(
    'If you trust the signer, give this host the certificate of that authority as a PEM file.',
    { setting: 'deployments[].tls.ca', page: configuration },
  ),
  'certificate-name': remedy(
    'Set a name for which it was issued, here or in the base URL, or issue it for this name.',
    { setting: 'deployments[].tls.serverName', page: configuration },
  ),
  'client-certificate': remedy(
    'Give this host a certificate that the service accepts, with its key: PEM files, reloaded when they change.',
    { setting: 'deployments[].tls', page: configuration },
  ),
  'not-tls': remedy('Use http instead of https in the base URL, or the port that serves https.', baseUrl),
  'name-unknown': remedy(
    'Check the spelling of the name. If it is right, the name server of this host does not know it.',
    baseUrl,
  ),
  'connection-refused': remedy(
    'Start the service, or correct the port in the base URL. A firewall may also refuse connections.',
    baseUrl,
  ),
  'address-refused': remedy(
    'The base URL leads to a link-local or metadata address; see the log of this host. Allow it if it is intended.',
    { setting: 'deployments[].allowAddresses', page: configuration },
  ),
  proxy: remedy(
    'Start the proxy, or correct its address and password: here, or in HTTPS_PROXY or HTTP_PROXY. false uses no proxy.',
    { setting: 'deployments[].proxy', page: configuration },
  ),
  'credential-refused': remedy(
    'Replace the credential at the place that the configuration names, or allow this one to read. No restart is needed.',
    headers,
  ),
  'session-ended': remedy(
    'Log in again. A wall screen needs a new wall link. The data shown is old and may no longer be true.',
    { page: 'docs/operate/access.md' },
  ),
  'proxy-log-in': remedy('Reload this page to log in. The data shown is old and may no longer be true.', {
    page: 'docs/operate/access.md',
  }),
  'web-page': remedy(
    'Something in front of the service responds, usually a log-in page. Let this host pass it, or correct the base URL.',
    baseUrl,
  ),
  'own-host': remedy('Check the server of this page and the network between it and this screen.', {}),
  'cross-origin': remedy(
    'Allow this origin at the service and the service in the policy of this page, or use an Edgewatch host.',
    { setting: 'deployments[].baseUrl', page: plainFiles },
  ),
};

const noCredential = remedy(
  'Give this host a credential for the service; it sends none. As plain files, the server of this page adds it.',
  headers,
);

function ofTime({ status }: Failure): Remedy {
  return status === null
    ? remedy('Check the server of this page. As plain files, allow more time.', {
        setting: 'limits.totalMilliseconds',
        page: plainFiles,
      })
    : remedy('If the service is only slow, allow more time.', {
        setting: 'limits.timeoutSeconds',
        page: configuration,
      });
}

function ofStatus(failure: Failure): Remedy {
  if (failure.status === 429)
    return remedy('Poll the status less often, or allow more requests at the service.', {
      setting: 'pollSeconds',
      page: configuration,
    });
  if (failure.mayBeStored)
    return remedy(
      'Request the endpoint from the service itself, bypassing its caches, and let no cache store errors.',
      {
        page: 'docs/operate/caches.md',
      },
    );
  if (isAbsent(failure)) return remedy('Check that this is still the base URL of the service.', baseUrl);
  return remedy('Check the service, or the proxy in front of it. Nothing has to change here.', {});
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
      return remedy('Use the target of the redirect as the base URL.', baseUrl);
    case 'too-large':
      return remedy('If the response is meant to be this long, allow more bytes.', {
        setting: 'limits.maximumBodyBytes',
        page: configuration,
      });
    case 'not-json':
    case 'contract':
    case 'protocol':
      return remedy(
        'Compare the service with the API document: edgewatch check lists each departure.',
        departs,
      );
    case 'tls':
      return remedy(
        'Check the log of the service: TLS versions, or a client certificate that it requires.',
        {},
      );
    case 'unreachable':
    case 'aborted':
      return remedy('Check the service and the network between it and this host.', {});
  }
}
