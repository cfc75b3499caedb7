/**
 * The host's own secrets: metrics token, webhook targets, heartbeats, database and access. Checks them, lists them, and
 * reads them again when their files change.
 */

import { upstreamHostCheck } from '../net/addresses.ts';
import type { ProxyChoice, TlsSettings } from '../net/network.ts';
import { refreshAll, type Secret } from '../net/secrets.ts';
import { SettingsError } from '../net/settings-error.ts';
import { parsePasswordLine } from './password-line.ts';

interface OwnSecrets {
  readonly metricsToken: Secret | null;
  readonly webhooks: readonly { readonly id: string; readonly url: Secret; readonly secret?: Secret }[];
  readonly heartbeat: readonly { readonly url: Secret }[];
  readonly database: Secret | null;
  readonly access: {
    readonly password: Secret | null;
    readonly oidc: { readonly clientSecret: Secret } | null;
  } | null;
}

/** The secrets of all settings, with those for services. */
interface AllSecrets extends OwnSecrets {
  readonly proxied: readonly {
    readonly headers: Readonly<Record<string, Secret>>;
    readonly tls: TlsSettings;
    readonly proxy: ProxyChoice;
  }[];
  readonly tls: { readonly cert: Secret; readonly key: Secret } | null;
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

/** Checks the address of a database. @throws SettingsError, without the address, if it is none of PostgreSQL. */
export function checkDatabase(text: string): void {
  const address = URL.canParse(text) ? new URL(text) : new URL('about:blank');
  const { protocol, host, username, password, searchParams } = address;
  if (protocol !== 'postgres:' && protocol !== 'postgresql:')
    throw new SettingsError('It needs to be an address such as postgres://user:password@host/database.');
  // Logs mask the password before the host only.
  if (searchParams.has('password'))
    throw new SettingsError('It needs the password before the host: postgres://user:password@host/database.');
  if (host.includes(',')) throw new SettingsError('It needs to name one host.');
  try {
    decodeURIComponent(username + password);
  } catch {
    throw new SettingsError('It has a "%" that begins no escape; write "%25".');
  }
}

/** Reads the files of the secrets again. @returns whether a secret changed. */
export function refreshOwnSecrets(
  { metricsToken, webhooks, heartbeat, database, access }: OwnSecrets,
  report: (line: string) => void,
): boolean {
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
    { what: 'database', secret: database, check: checkDatabase },
    { what: 'access.password', secret: access?.password, check: parsePasswordLine },
    { what: 'access.oidc.clientSecret', secret: access?.oidc?.clientSecret, check: () => undefined },
  ];
  return refreshAll(
    secrets.flatMap(({ what, secret, check }) => (secret ? { what, secret, check } : [])),
    report,
  );
}

/** Lists the host's own secrets: of metrics, webhooks, heartbeats, database and access. */
function ownSecrets({ metricsToken, webhooks, heartbeat, database, access }: OwnSecrets): readonly Secret[] {
  const targets = [...webhooks.flatMap(({ url, secret }) => [url, secret]), ...heartbeat.map(({ url }) => url)];
  const secrets = [metricsToken, ...targets, database, access?.password, access?.oidc?.clientSecret];
  return secrets.flatMap((secret) => secret ?? []);
}

export function filesOf(settings: AllSecrets): readonly string[] {
  const { proxied, tls: own } = settings;
  const secrets = proxied.flatMap(({ headers, tls, proxy }) => [
    ...Object.values(headers),
    tls.ca,
    tls.cert,
    tls.key,
    proxy,
  ]);
  return [...secrets, own?.cert, own?.key, ...ownSecrets(settings)].flatMap((secret) =>
    secret ? (secret.file ?? []) : [],
  );
}

/** Returns parts of an address as they are there, and without escapes. */
function spellings(parts: readonly string[]): readonly string[] {
  return parts.flatMap((text) => [text, decodeURIComponent(text)]);
}

/**
 * Lists the texts that must not appear in logs: credentials for services, proxies, metrics, webhooks, heartbeats,
 * database and access.
 */
export function secretsOf(settings: AllSecrets): readonly string[] {
  const { proxied, database } = settings;
  const ofServices = proxied.flatMap(({ headers, proxy }) => {
    const { username = '', password = '' } = proxy ? new URL(proxy.reveal()) : {};
    return [...Object.values(headers).map((secret) => secret.reveal()), ...spellings([username, password])];
  });
  const ofDatabase = database ? spellings([new URL(database.reveal()).password]) : [];
  const own = ownSecrets(settings).map((secret) => secret.reveal());
  return [...ofServices, ...ofDatabase, ...own].filter((text) => text !== '');
}
