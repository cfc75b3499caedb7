/** Makes the settings of a host from the command line and the configuration file. The command line wins. */

import { withoutEndSlashes } from '#contract/end-slashes.ts';
import type { Retention } from '#contract/history.ts';
import {
  defaultLimits,
  defaultPollSeconds,
  defaultVerdictSettings,
  mostItems,
  type Places,
  type RequestLimits,
  type VerdictSettings,
  type WallOptions,
} from '#contract/host.ts';
import type { Severity } from '#domain/severity/severity.ts';
import type { RecurringWindow, WrittenWindow } from '#domain/windows/window.ts';
import type { ProxyChoice, TlsSettings } from '../net/network.ts';
import { checkCertificate, checkKey, isPair } from '../net/pem.ts';
import { type Secret, takeSecret } from '../net/secrets.ts';
import { SettingsError } from '../net/settings-error.ts';
import { parseBasePath } from './base-path.ts';
import { nameOfBaseUrl, slugOfBaseUrl, uniqueSlug } from './base-url.ts';
import type { ServeOptions } from './command-line.ts';
import {
  defaultBudget,
  defaultHost,
  defaultPort,
  defaultRetention,
  defaultSliceIntervalSeconds,
  type Observe,
} from './defaults.ts';
import { isLoopback } from './host-names.ts';
import { nearest } from './mistakes.ts';
import { parseOrigin, parsePublicUrl, requirePublicUrl } from './public-url.ts';
import type { ConfigFile } from './schema.ts';

export interface ProxiedSettings {
  readonly slug: string;
  readonly name: string;
  /** Base URL of the deployment, without a trailing slash. */
  readonly baseUrl: string;
  /** Severity by status word, from the configuration. */
  readonly words: Readonly<Record<string, string>>;
  readonly places: Places;
  readonly verdict: VerdictSettings;
  readonly allowAddresses: readonly string[];
  readonly showAddress: boolean;
  readonly limits: RequestLimits;
  /** Maximum items of one list. No larger `limit` is requested. */
  readonly maximumItems: number;
  /** Maximum requests per minute to the deployment. Status requests do not count. */
  readonly budget: number;
  readonly observe: Observe;
  readonly pollSeconds: number;
  /** Seconds in which the observer requests each region of a truncated bucket or asset list once. */
  readonly sliceIntervalSeconds: number;
  /**
   * Known departures from the API document. The endpoints page shows them as known and does not count them.
   */
  readonly departures: readonly string[];
  /** Groups that may see the deployment; `null` for every viewer with access. */
  readonly visibleTo: readonly string[] | null;
  readonly headers: Readonly<Record<string, Secret>>;
  readonly tls: TlsSettings;
  readonly proxy: ProxyChoice;
}

export interface Settings {
  readonly port: number;
  readonly host: string;
  /**
   * Further host names that the host serves, such as the public name that a proxy in front of it passes on.
   */
  readonly hostNames: readonly string[];
  readonly trustedProxies: readonly string[];
  /** Path prefix of all pages: `/prefix`, or empty for the root. */
  readonly basePath: string;
  readonly tls: { readonly cert: Secret; readonly key: Secret } | null;
  readonly pollSeconds: number;
  readonly sliceIntervalSeconds: number;
  readonly limits: RequestLimits;
  /** Maximum items of one list, for deployments without a limit of their own. */
  readonly maximumItems: number;
  readonly proxied: readonly ProxiedSettings[];
  readonly demo: { readonly seed: number; readonly scale: number } | null;
  readonly words: Readonly<Record<string, string>>;
  readonly verdict: VerdictSettings;
  readonly wall: WallOptions;
  readonly observe: Observe;
  readonly history: Retention;
  /** Address of the database that several hosts share; `null` if the data folder has the history. */
  readonly database: Secret | null;
  /** Bearer token for `/metrics`; `null` if none is required. */
  readonly metricsToken: Secret | null;
  readonly webhooks: readonly WebhookSettings[];
  readonly mute: readonly MuteSettings[];
  readonly heartbeat: readonly HeartbeatSettings[];
  readonly planned: readonly PlannedSettings[];
  /** Address under which viewers reach the host, without a trailing slash; `null` if it is not configured. */
  readonly publicUrl: string | null;
  /** Origins whose pages may show walls in a frame, and badges. */
  readonly frameAncestors: readonly string[];
  /** How viewers get access; `null` if everybody who reaches the host has access. */
  readonly access: AccessSettings | null;
  /** Whether shared caches in front of the host may serve one response to all viewers for 2 s. */
  readonly sharedCache: boolean;
}

interface WebhookSettings {
  /** Id of the webhook target. It is stable over restarts, because pending messages are stored under it. */
  readonly id: string;
  /** Name of the webhook target on the endpoints page and in the log. */
  readonly name: string;
  readonly url: Secret;
  readonly secret?: Secret;
  /** Slugs of the deployments whose changes are sent; `null` for all. */
  readonly deployments: readonly string[] | null;
  /** Minimum severity, before or after a change, for the change to be sent; `null`: every change is sent. */
  readonly minimumSeverity: Severity | null;
}

export interface MuteSettings {
  /** Slugs of the deployments whose messages are muted; `null` for all. */
  readonly deployments: readonly string[] | null;
  readonly window: RecurringWindow;
  readonly reason: string;
}

export interface HeartbeatSettings {
  readonly url: Secret;
  /** Seconds between two calls. */
  readonly seconds: number;
}

/** Planned work, which month reports show apart. It changes neither verdicts nor messages. */
export interface PlannedSettings {
  /** Slugs of the deployments that the work is about; `null` for all. */
  readonly deployments: readonly string[] | null;
  readonly title: string;
  readonly window: WrittenWindow;
}

export type OidcSettings = NonNullable<NonNullable<ConfigFile['access']>['oidc']>;

/** How viewers get access. At least one of the ways is set. */
export interface AccessSettings {
  readonly password: Secret | null;
  readonly oidc: OidcSettings | null;
  readonly proxy: {
    readonly trusted: readonly string[];
    readonly userHeader: string;
    readonly groupHeader: string | null;
  } | null;
}

/** Makes the settings of a host. @throws SettingsError with one sentence about the first mistake. */
export function makeSettings(
  options: ServeOptions,
  file: ConfigFile = {},
  fileName = 'The configuration',
): Settings {
  const observe = observeOf(options, file);
  const listed = [...options.baseUrls, ...(file.deployments ?? [])];
  const proxied = nameDeployments(listed, { ...file, observe });
  const host = options.host ?? file.host ?? defaultHost;
  const access = accessOf(file, fileName);
  if (!isLoopback(host) && !access && !options.open && file.access?.open !== true)
    throw new SettingsError(
      `Listening on ${host} shows everything to everyone who reaches it; set "access" in the configuration, or add --open to allow it.`,
    );
  if (access?.oidc && !isLoopback(host)) requirePublicUrl(file.publicUrl, `${fileName}: access.oidc`, host);
  const demo = options.demo || (file.demo ?? proxied.length === 0);
  if (!demo && (options.demoSeed !== undefined || options.demoScale !== undefined))
    throw new SettingsError(
      '--demo-seed and --demo-scale need the demo, but other deployments turn it off; add --demo.',
    );
  if (!demo && proxied.length === 0)
    throw new SettingsError(
      `${fileName} turns the demo off and names no deployment, so there is nothing to show.`,
    );
  // With the demo, slugs that are not configured may exist.
  if (!demo) checkSlugs(file, new Set(proxied.map(({ slug }) => slug)), fileName);
  return {
    host: host.replace(/^\[(.*)\]$/, '$1'),
    hostNames: file.hostNames ?? [],
    trustedProxies: file.trustedProxies ?? [],
    port: options.port ?? file.port ?? defaultPort,
    basePath: options.basePath ?? parseBasePath(file.basePath ?? '/', `${fileName}: basePath`),
    tls: ownTls(options),
    pollSeconds: file.pollSeconds ?? defaultPollSeconds,
    sliceIntervalSeconds: file.sliceIntervalSeconds ?? defaultSliceIntervalSeconds,
    limits: makeLimits(file.limits),
    maximumItems: file.limits?.maximumItems ?? mostItems,
    proxied,
    demo: demo ? { seed: options.demoSeed ?? 1, scale: options.demoScale ?? 1 } : null,
    words: file.words ?? {},
    verdict: { ...defaultVerdictSettings, ...file.verdict },
    wall: file.wall ?? {},
    observe,
    history: { ...defaultRetention, ...file.history },
    database: options.database ?? file.database ?? null,
    metricsToken: file.metrics?.token ?? null,
    webhooks: targetsOf(file),
    mute: (file.mute ?? []).map(({ deployments, ...each }) => ({ ...each, deployments: deployments ?? null })),
    heartbeat: file.heartbeat ?? [],
    planned: (file.planned ?? []).map(({ deployments, ...each }) => ({
      ...each,
      deployments: deployments ?? null,
    })),
    publicUrl: file.publicUrl === undefined ? null : parsePublicUrl(file.publicUrl),
    frameAncestors: (file.frameAncestors ?? []).map(parseOrigin),
    access,
    sharedCache: file.sharedCache ?? false,
  };
}

/**
 * Lists the webhook targets, the single `webhook` first. An unnamed or repeated target gets its index as id,
 * because pending messages are stored by target.
 */
function targetsOf({ webhook, webhooks = [] }: ConfigFile): readonly WebhookSettings[] {
  const names = new Set<string>();
  const listed = webhooks.map(({ name, deployments, minimumSeverity, ...secrets }, index) => {
    const id = name === undefined || names.has(name) ? `webhooks[${index}]` : `webhooks.${name}`;
    if (name !== undefined) names.add(name);
    return {
      ...secrets,
      id,
      name: name ?? `Webhook ${index + 1}`,
      deployments: deployments ?? null,
      minimumSeverity: minimumSeverity ?? null,
    };
  });
  const single = { id: 'webhook', name: 'Webhook', deployments: null, minimumSeverity: null };
  return [...(webhook ? [{ ...webhook, ...single }] : []), ...listed];
}

/**
 * Checks the slugs that webhooks, mute windows and planned work name.
 * @throws SettingsError at the first unknown slug.
 */
function checkSlugs(
  { webhooks = [], mute = [], planned = [] }: ConfigFile,
  known: ReadonlySet<string>,
  fileName: string,
): void {
  for (const [setting, list] of Object.entries({ webhooks, mute, planned }))
    for (const [index, { deployments = [] }] of list.entries())
      for (const [place, slug] of deployments.entries()) {
        if (known.has(slug)) continue;
        const suggestion = nearest(slug, [...known]);
        const hint =
          suggestion === null ? `There are: ${[...known].join(', ')}.` : `Did you mean "${suggestion}"?`;
        throw new SettingsError(
          `${fileName}: ${setting}[${index}].deployments[${place}]: there is no deployment "${slug}". ${hint}`,
        );
      }
}

function accessOf({ access, deployments = [] }: ConfigFile, fileName: string): AccessSettings | null {
  const { password = null, oidc = null, proxy } = access ?? {};
  const isOpen = !password && !oidc && !proxy;
  const restricted = deployments.findIndex(({ visibleTo }) => visibleTo !== undefined);
  if (restricted !== -1 && isOpen)
    throw new SettingsError(
      `${fileName}: deployments[${restricted}].visibleTo names groups, but without "access" there are no groups.`,
    );
  if (isOpen) return null;
  return { password, oidc, proxy: proxy ? { ...proxy, groupHeader: proxy.groupHeader ?? null } : null };
}

function ownTls({ tlsCert, tlsKey }: ServeOptions): Settings['tls'] {
  if (tlsCert === undefined && tlsKey === undefined) return null;
  if (tlsCert === undefined || tlsKey === undefined)
    throw new SettingsError('--tls-cert and --tls-key need each other: a certificate and its key.');
  const cert = ownFile('--tls-cert', tlsCert, checkCertificate);
  const key = ownFile('--tls-key', tlsKey, checkKey);
  if (!isPair(cert.reveal(), key.reveal()))
    throw new SettingsError('The key of --tls-key does not belong to the certificate of --tls-cert.');
  return { cert, key };
}

function ownFile(flag: string, file: string, check: (text: string) => unknown): Secret {
  try {
    const secret = takeSecret({ file }, { variables: {}, folder: '.' });
    check(secret.reveal());
    return secret;
  } catch (cause) {
    if (!(cause instanceof SettingsError)) throw cause;
    throw new SettingsError(`${flag} ${file}: ${cause.message}.`);
  }
}

function observeOf({ observe }: ServeOptions, file: ConfigFile): Observe {
  return observe ?? file.observe ?? 'all';
}

/** Makes the limits of a request. The headers must arrive within two thirds of the timeout. */
function makeLimits({
  timeoutSeconds = defaultLimits.totalMilliseconds / 1000,
  maximumBodyBytes = defaultLimits.maximumBodyBytes,
}: ConfigFile['limits'] = {}): RequestLimits {
  const totalMilliseconds = timeoutSeconds * 1000;
  const headersMilliseconds = Math.ceil((timeoutSeconds * 2) / 3) * 1000;
  return { headersMilliseconds, totalMilliseconds, maximumBodyBytes };
}

type ListedDeployment = Pick<NonNullable<ConfigFile['deployments']>[number], 'baseUrl'> &
  Partial<NonNullable<ConfigFile['deployments']>[number]>;

/**
 * Makes the name of a deployment without a configured one: its address if pages show addresses, else its
 * slug.
 */
function defaultName({ baseUrl, showAddress = false }: ListedDeployment, slug: string): string {
  return showAddress ? nameOfBaseUrl(withoutEndSlashes(baseUrl)) : slug;
}

/**
 * Completes the settings of each deployment. Configured slugs are assigned first, so that a generated slug
 * never takes one of them.
 */
function nameDeployments(
  list: readonly ListedDeployment[],
  {
    words,
    verdict,
    limits,
    budget,
    pollSeconds,
    sliceIntervalSeconds = defaultSliceIntervalSeconds,
    observe,
  }: Pick<ConfigFile, 'words' | 'verdict' | 'limits' | 'budget' | 'pollSeconds' | 'sliceIntervalSeconds'> & {
    readonly observe: Observe;
  },
): ProxiedSettings[] {
  const taken = new Set<string>();
  const take = (slug: string) => {
    const free = uniqueSlug(slug, taken);
    taken.add(free);
    return free;
  };
  const chosen = list.map(({ slug }) => (slug === undefined ? undefined : take(slug)));
  const slugs = list.map(({ baseUrl }, index) => chosen[index] ?? take(slugOfBaseUrl(baseUrl)));
  return list.map((deployment, index) => ({
    slug: slugs[index] ?? '',
    name: deployment.name ?? deployment.slug ?? defaultName(deployment, slugs[index] ?? ''),
    baseUrl: withoutEndSlashes(new URL(deployment.baseUrl).href),
    words: { ...words, ...deployment.words },
    places: deployment.places ?? {},
    verdict: { ...defaultVerdictSettings, ...verdict, ...deployment.verdict },
    allowAddresses: deployment.allowAddresses ?? [],
    showAddress: deployment.showAddress ?? false,
    limits: makeLimits({ ...limits, ...deployment.limits }),
    maximumItems: deployment.limits?.maximumItems ?? limits?.maximumItems ?? mostItems,
    budget: deployment.budget ?? budget ?? defaultBudget,
    observe: deployment.observe ?? observe,
    pollSeconds: deployment.pollSeconds ?? pollSeconds ?? defaultPollSeconds,
    sliceIntervalSeconds: deployment.sliceIntervalSeconds ?? sliceIntervalSeconds,
    departures: deployment.departures ?? [],
    visibleTo: deployment.visibleTo ?? null,
    headers: deployment.headers ?? {},
    tls: deployment.tls ?? {},
    proxy: deployment.proxy ?? null,
  }));
}
