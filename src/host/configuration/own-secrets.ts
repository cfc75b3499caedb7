/**
 * Checks the host's own secrets, and reads them again when their files change: metrics token, webhook targets,
 * heartbeats and access.
 */

import { upstreamHostCheck } from '../net/addresses.ts';
import { refreshAll, type Secret } from '../net/secrets.ts';
import { SettingsError } from '../net/settings-error.ts';
import { parsePasswordLine } from './password-line.ts';

interface OwnSecrets {
  readonly metricsToken: Secret | null;
  readonly webhooks: readonly { readonly id: string; readonly url: Secret; readonly secret?: Secret }[];
  readonly heartbeat: readonly { readonly url: Secret }[];
  readonly access: {
    readonly password: Secret | null;
    readonly oidc: { readonly clientSecret: Secret } | null;
  } | null;
}

/**
 * Checks a token or a webhook secret. @throws SettingsError if it is not 16 to 1,024 printable ASCII
 * characters without spaces.
 */
export function checkToken(text: string): void {
  if (!/^[\x21-\x7e]{16,1024}$/.test(text))
    throw new SettingsError('It needs 16 to 1,024 printable characters without spaces.');
}

const mayConnect = upstreamHostCheck();

/**
 * Checks the address of a webhook or heartbeat. @throws SettingsError if it is not http or https, or is a metadata
 * address.
 */
export function checkWebhookUrl(text: string): void {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new SettingsError('It needs to be an http or https address.');
  if (!mayConnect(new URL(text).hostname))
    throw new SettingsError('It is a link-local or metadata address. The host does not connect to those.');
}

export function refreshOwnSecrets(
  { metricsToken, webhooks, heartbeat, access }: OwnSecrets,
  report: (line: string) => void,
): void {
  const secrets = [
    { what: 'metrics.token', secret: metricsToken, check: checkToken },
    ...webhooks.flatMap(({ id, url, secret }) => [
      { what: `${id}.url`, secret: url, check: checkWebhookUrl },
      { what: `${id}.secret`, secret, check: checkToken },
    ]),
    ...heartbeat.map(({ url: secret }, index) => ({
      what: `heartbeat[${index}].url`,
      secret,
      check: checkWebhookUrl,
    })),
    { what: 'access.password', secret: access?.password, check: parsePasswordLine },
    { what: 'access.oidc.clientSecret', secret: access?.oidc?.clientSecret, check: () => undefined },
  ];
  refreshAll(
    secrets.flatMap(({ what, secret, check }) => (secret ? { what, secret, check } : [])),
    report,
  );
}
