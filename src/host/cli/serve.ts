/** Starts the host for `edgewatch serve`: opens the deployments and listens for requests. */

import { existsSync } from 'node:fs';
import type { RequestLimits, SessionKind } from '#contract/host.ts';
import { LruCache } from '#domain/lists/lru-cache.ts';
import type { Gate } from '../access/gate.ts';
import type { ProviderLogIn } from '../access/provider/provider-log-in.ts';
import { hostNameCheck, isLoopback } from '../configuration/host-names.ts';
import { refreshOwnSecrets } from '../configuration/own-secrets.ts';
import type { OidcSettings, PlannedSettings, Settings } from '../configuration/settings.ts';
import type { Drawing } from '../drawing/drawer.ts';
import type { HostedDeployment } from '../gateway/deployment.ts';
import { ListNotes } from '../gateway/list-notes.ts';
import type { History } from '../history/history.ts';
import { plannedWorkOf } from '../history/reports/month/planned-work.ts';
import type { RecordedDeployment } from '../history/responses/context.ts';
import type { Forwarded } from '../http/forwarded.ts';
import { type Identity, listen, waitFor } from '../http/listen.ts';
import { pageLimits } from '../http/page-limits.ts';
import { readStaticFiles } from '../http/static-files.ts';
import type { RequestLine } from '../log/log.ts';
import type { HostMetrics } from '../metrics/host-metrics.ts';
import { addressCheck } from '../net/addresses.ts';
import { checkCertificate, checkKey, isPair } from '../net/pem.ts';
import { refreshAll } from '../net/secrets.ts';
import { SettingsError } from '../net/settings-error.ts';
import type { ObservedHosted, Observing } from '../observe/observer.ts';
import { type ConfigurationState, createHost, type Host } from '../routes/app.ts';
import { readShell, type Shell } from '../routes/shell.ts';
import { openHostHeartbeats } from '../webhook/host-heartbeats.ts';
import { openHostWebhooks, type SharedSending } from '../webhook/host-webhooks.ts';
import { mutedAt } from '../webhook/mute.ts';
import { Deployments } from './deployments.ts';
import { type OpenAccess, openAccess } from './open-access.ts';

export interface ServeEnvironment {
  readonly appFolder: URL;
  readonly drawing: Drawing;
  readonly observing: Observing;
  /** The history record. The host closes it last, so that it stores the last polls of the observer. */
  readonly history: History;
  /** Path of the data folder; `null` if the host must not write there. */
  readonly data: string | null;
  readonly version: string;
  readonly print: (line: string) => void;
  readonly report: (line: string) => void;
  readonly onAnswered?: (line: RequestLine) => void;
}

export interface RunningHost {
  /**
   * Applies other settings. Requests in progress finish under the old settings, and unchanged deployments
   * keep their caches.
   * @returns one sentence for each changed setting that needs a restart.
   */
  apply(settings: Settings): Promise<readonly string[]>;
  refuse(why: string): void;
  renew(): void;
  /** Stops the host. Responses in progress get `milliseconds` to finish. */
  close(milliseconds: number): Promise<void>;
}

const mostShells = 8;

type RequestHandler = Pick<Host, 'fetch'> | Gate;

class Generation {
  readonly #host: RequestHandler;
  readonly #pending = new Set<Promise<Response>>();

  constructor(host: RequestHandler) {
    this.#host = host;
  }

  answer(request: Request, forwarded: Forwarded): Response | Promise<Response> {
    const answer = this.#host.fetch(request, forwarded);
    if (answer instanceof Response) return answer;
    this.#pending.add(answer);
    const end = () => this.#pending.delete(answer);
    answer.then(end, end);
    return answer;
  }

  async idle(): Promise<void> {
    await Promise.allSettled(this.#pending);
  }
}

/** Takes the largest value of each limit: a page uses the same limits for all deployments. */
function largestOf(limits: readonly RequestLimits[]): RequestLimits {
  const most = (member: keyof RequestLimits) => Math.max(...limits.map((each) => each[member]));
  return {
    headersMilliseconds: most('headersMilliseconds'),
    totalMilliseconds: most('totalMilliseconds'),
    maximumBodyBytes: most('maximumBodyBytes'),
  };
}

function limitsOfAll({ limits, proxied }: Settings): RequestLimits {
  return largestOf([limits, ...proxied.map((each) => each.limits)]);
}

function observedOf(
  { proxied, observe, pollSeconds, sliceIntervalSeconds, limits }: Settings,
  deployments: readonly HostedDeployment[],
): readonly ObservedHosted[] {
  const own = new Map(proxied.map((each) => [each.slug, each]));
  return deployments.map((hosted) => {
    const settings = own.get(hosted.slug);
    return {
      hosted,
      observe: settings?.observe ?? observe,
      pollMilliseconds: (settings?.pollSeconds ?? pollSeconds) * 1000,
      sliceInterval: (settings?.sliceIntervalSeconds ?? sliceIntervalSeconds) * 1000,
      limits: pageLimits(settings?.limits ?? limits),
    };
  });
}

function recordedOf(
  { hosted, observe, pollMilliseconds }: ObservedHosted,
  planned: readonly PlannedSettings[],
): RecordedDeployment {
  const { slug, name, demo, words, verdict } = hosted;
  const pollSeconds = pollMilliseconds / 1000;
  return { slug, name, demo, words, verdict, observe, pollSeconds, planned: plannedWorkOf(planned, slug) };
}

type OwnTls = NonNullable<Settings['tls']>;

function pemOf({ cert, key }: OwnTls): Identity {
  return { cert: cert.reveal(), key: key.reveal() };
}

/** Reads the host's certificate and key files again. @returns whether they changed and belong together. */
function refreshIdentity({ cert, key }: OwnTls, report: (line: string) => void): boolean {
  const files = [
    { what: '--tls-cert', secret: cert, check: checkCertificate },
    { what: '--tls-key', secret: key, check: checkKey },
  ];
  return refreshAll(files, report) && isPair(cert.reveal(), key.reveal());
}

/** Opens the database that hosts share, beside that of the history thread. Its driver is loaded for it only. */
async function openShared(url: string, report: (line: string) => void): Promise<SharedSending> {
  const [{ SharedDatabase }, { MessageLease }] = await Promise.all([
    import('../history/store/postgres/shared-database.ts'),
    import('../webhook/shared/message-lease.ts'),
  ]);
  const database = new SharedDatabase(url);
  return { database, lease: new MessageLease(database, report) };
}

/** Loads the library of OpenID Connect only for hosts that need it. */
async function openProvider(
  settings: OidcSettings,
  visibleTo: readonly string[],
  report: (line: string) => void,
): Promise<ProviderLogIn> {
  const { ProviderLogIn: Made } = await import('../access/provider/provider-log-in.ts');
  return new Made({ settings, visibleTo, report });
}

const needRestart = ['port', 'host', 'basePath'] as const satisfies readonly (keyof Settings)[];

function needingRestart(running: Settings, next: Settings): readonly string[] {
  const changed = needRestart
    .filter((name) => running[name] !== next[name])
    .map((name) => `${name} stays ${JSON.stringify(running[name])} until Edgewatch is restarted.`);
  if ((running.database === null) === (next.database === null)) return changed;
  return [
    ...changed,
    'History, sessions, wall links and messages stay where they are until Edgewatch is restarted (database).',
  ];
}

/**
 * Starts a host, and resolves once it listens.
 * @throws SettingsError if the address cannot be used or the app is not built. Nothing is left running then.
 */
export async function serve(settings: Settings, environment: ServeEnvironment): Promise<RunningHost> {
  if (!existsSync(new URL('files.json', environment.appFolder)))
    throw new SettingsError('The app is not built; run npm run build.');
  const files = readStaticFiles(environment.appFolder);
  const shells = new LruCache<Shell>(mostShells);
  const { version, report, drawing, observing, history, data, print, onAnswered } = environment;
  const { basePath } = settings;
  const lists = new ListNotes();
  const all = new Deployments(lists, report);
  let configuration: ConfigurationState = { inForceSince: new Date().toISOString() };
  let metrics: Promise<HostMetrics> | null = null;
  const hostMetrics = () => {
    metrics ??= import('../metrics/host-metrics.ts').then(({ HostMetrics: Made }) => new Made(version));
    return metrics;
  };
  const shared = settings.database && (await openShared(settings.database.reveal(), report));
  const webhooks = openHostWebhooks({ data, shared, observing, report });
  const heartbeats = openHostHeartbeats(observing, report, shared?.lease ?? null);
  let access: OpenAccess | null = null;
  const makeGeneration = async (taken: Settings, deployments: readonly HostedDeployment[]) => {
    const observed = observedOf(taken, deployments);
    const slugsOf = (each: readonly ObservedHosted[]) => new Set(each.map(({ hosted }) => hosted.slug));
    const withLists = slugsOf(observed.filter(({ observe }) => observe === 'all'));
    const withFeed = slugsOf(observed.filter(({ observe }) => observe !== 'off'));
    const shellAt = (at: string) => shells.take(at, () => readShell(environment.appFolder, at, files));
    const hostOf = (shown: readonly HostedDeployment[], session?: SessionKind | null) =>
      createHost({
        deployments: shown,
        ...(session !== undefined && { session }),
        lists,
        drawing,
        metrics: async (reported) =>
          (await hostMetrics()).text(reported, observing, history.state, await heartbeats.state()),
        metricsToken: taken.metricsToken,
        // Webhook messages name every deployment, so only viewers of all deployments see their state. A wall
        // only displays.
        webhook:
          taken.webhooks.length > 0 && shown.length === deployments.length && session !== 'wall'
            ? webhooks
            : null,
        ...(taken.webhooks.length > 0 && { mutedNow: (slug: string) => mutedAt(taken.mute, slug, Date.now()) }),
        sharedCache: taken.sharedCache,
        states: (slugs) => observing.states(slugs),
        publicUrl: taken.publicUrl,
        frameAncestors: taken.frameAncestors,
        planned: taken.planned,
        pollSeconds: taken.pollSeconds,
        limits: limitsOfAll(taken),
        wall: taken.wall,
        basePath,
        files,
        shellAt,
        version,
        configuration: () => configuration,
        history,
        isOnLoopback: isLoopback(settings.host),
        recordsLists: (slug) => withLists.has(slug),
        hasFeed: (slug) => withFeed.has(slug),
        report,
      });
    const { access: wanted, proxied, metricsToken } = taken;
    if (!wanted) return new Generation(hostOf(deployments));
    const { Gate: Made } = await import('../access/gate.ts');
    access ??= await openAccess(shared?.database ?? null, data, report);
    const visibleTo = new Map(
      proxied.flatMap((each) => (each.visibleTo ? [[each.slug, each.visibleTo] as const] : [])),
    );
    const groups = [...visibleTo.values()].flat();
    const { state } = access;
    const gate = { access: wanted, state, deployments, visibleTo, basePath, files, shellAt, hostOf };
    return new Generation(
      new Made({
        ...gate,
        provider: wanted.oidc && (await openProvider(wanted.oidc, groups, report)),
        publicUrl: taken.publicUrl,
        hasMetricsToken: metricsToken !== null,
      }),
    );
  };
  const { deployments } = await all.take(settings);
  let inForce = settings;
  let current = await makeGeneration(settings, deployments);
  let isOwnName = hostNameCheck(settings.host, settings.hostNames);
  let isTrusted = addressCheck(settings.trustedProxies);
  const close = async () => {
    access?.close();
    await shared?.lease.close();
    await Promise.all([observing.close(), all.close(), drawing.close(), shared?.database.close()]);
    // The history is closed last, so that it stores the last polls.
    await history.close();
  };
  try {
    const listening = await listen({
      fetch: (request, forwarded) => current.answer(request, forwarded),
      isTrusted: (address) => isTrusted(address),
      ...(onAnswered && { onAnswered }),
      port: settings.port,
      host: settings.host,
      isOwnName: (header) => isOwnName(header),
      tls: settings.tls ? pemOf(settings.tls) : undefined,
      limits: { waitMilliseconds: waitFor(limitsOfAll(settings)) },
    });
    print(`Edgewatch: ${listening.origin}${basePath}`);
    const addresses = new Map(settings.proxied.map(({ slug, baseUrl }) => [slug, baseUrl]));
    for (const { slug, name } of deployments) print(`  ${name}: ${addresses.get(slug) ?? 'demo data'}`);
    let observedNow: readonly ObservedHosted[] = [];
    const keepHistory = (taken: Settings, observed: readonly ObservedHosted[]) => {
      const { demoStartedAt } = all;
      const demo = taken.demo && demoStartedAt !== null ? { ...taken.demo, startedAt: demoStartedAt } : null;
      const recorded = observed.map((each) => recordedOf(each, taken.planned));
      // A host that started without a database has its history in a file, and the reverse.
      const url = settings.database && (taken.database ?? settings.database).reveal();
      if (url !== null) shared?.database.readdress(url);
      history.take({ deployments: recorded, retention: taken.history, demo, database: url });
    };
    const observe = (taken: Settings, now: readonly HostedDeployment[]) => {
      void webhooks.take(taken, now);
      const observed = observedOf(taken, now);
      const read = observed.filter((each) => each.observe === 'all');
      lists.leave(read.map(({ hosted }) => hosted.slug));
      observing.take(observed);
      void heartbeats.take(taken.heartbeat, observed);
      observedNow = observed;
      keepHistory(taken, observed);
    };
    observing.subscribe(({ slug, path, tally }) => tally && lists.take(slug, path, tally));
    observe(settings, deployments);
    return {
      async apply(next) {
        const { deployments: taken, letGo } = await all.take(next);
        const before = current;
        current = await makeGeneration(next, taken);
        isOwnName = hostNameCheck(settings.host, next.hostNames);
        isTrusted = addressCheck(next.trustedProxies);
        listening.setWait(waitFor(limitsOfAll(next)));
        configuration = { inForceSince: new Date().toISOString() };
        inForce = next;
        observe(next, taken);
        void before.idle().then(letGo);
        return needingRestart(settings, next);
      },
      renew() {
        all.renew();
        if (refreshOwnSecrets(inForce, report)) keepHistory(inForce, observedNow);
        const { tls } = settings;
        if (tls && refreshIdentity(tls, report)) listening.setIdentity(pemOf(tls));
      },
      refuse(why) {
        configuration = { ...configuration, refused: why, since: new Date().toISOString() };
      },
      async close(milliseconds) {
        await listening.close(milliseconds);
        await Promise.all([webhooks.close(), heartbeats.close()]);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
