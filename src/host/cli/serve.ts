/** `edgewatch serve`: from settings to a listening host. */

import { existsSync } from 'node:fs';
import type { RequestLimits } from '#contract/host.ts';
import { SettingsError, uniqueSlug } from '../configuration/base-url.ts';
import { hostNameCheck } from '../configuration/host-names.ts';
import type { Settings } from '../configuration/settings.ts';
import type { Drawing } from '../drawing/drawer.ts';
import type { HostedDeployment } from '../gateway/deployment.ts';
import { HeldLists } from '../gateway/held-lists.ts';
import { createHost } from '../http/app.ts';
import { listen, waitFor } from '../http/listen.ts';
import { readShell } from '../http/shell.ts';
import { readStaticFiles } from '../http/static-files.ts';

export interface ServeEnvironment {
  /** Where the app was built to. */
  readonly appFolder: URL;
  /** Closed with the host. */
  readonly drawing: Drawing;
  readonly version: string;
  readonly print: (line: string) => void;
  readonly report: (line: string) => void;
}

export interface RunningHost {
  /** Stops within `milliseconds`, without cutting answers that are done before. */
  close(milliseconds: number): Promise<void>;
}

interface Opened {
  readonly deployments: readonly HostedDeployment[];
  close(): Promise<void>;
}

/** Bytes for the answers of all proxied deployments: twice the largest that is read unless configured. */
const roomOfReadings = 64 * 1024 ** 2;

/** Only what is shown is loaded: the HTTP client for proxied deployments, the service for the demo. */
async function openDeployments(
  settings: Settings,
  lists: HeldLists,
  { report }: ServeEnvironment,
): Promise<Opened> {
  const deployments: HostedDeployment[] = [];
  let closeDemo: () => void | Promise<void> = () => undefined;
  if (settings.proxied.length > 0) {
    const [{ createProxiedDeployment }, { SharedCache }] = await Promise.all([
      import('../gateway/proxy.ts'),
      import('../gateway/shared-cache.ts'),
    ]);
    const readings = new SharedCache(roomOfReadings);
    for (const proxied of settings.proxied)
      deployments.push(
        createProxiedDeployment({
          settings: proxied,
          limits: proxied.limits,
          pollSeconds: settings.pollSeconds,
          readings,
          lists,
          report,
        }),
      );
  }
  if (settings.demo) {
    const [{ createDemo }, { createEmbeddedDeployment }] = await Promise.all([
      import('#service/demo.ts'),
      import('../embedded.ts'),
    ]);
    const demo = createDemo(settings.demo);
    closeDemo = () => demo.close();
    const taken = new Set(deployments.map(({ slug }) => slug));
    for (const service of demo.deployments) {
      const slug = uniqueSlug(service.slug, taken);
      taken.add(slug);
      deployments.push(
        createEmbeddedDeployment(service, { slug, words: settings.words, verdict: settings.verdict }, lists),
      );
    }
    demo.start();
  }
  return {
    deployments,
    async close() {
      await Promise.all([...deployments.map((deployment) => deployment.close()), closeDemo()]);
    },
  };
}

/** What pages keep to, whichever deployment they ask for. */
function mostGenerous(limits: readonly RequestLimits[]): RequestLimits {
  const most = (member: keyof RequestLimits) => Math.max(...limits.map((each) => each[member]));
  return {
    headersMilliseconds: most('headersMilliseconds'),
    totalMilliseconds: most('totalMilliseconds'),
    maximumBodyBytes: most('maximumBodyBytes'),
  };
}

/**
 * Starts a host and says where it is.
 *
 * @throws SettingsError where it cannot have its address, or nothing is built; nothing is left running then.
 */
export async function serve(settings: Settings, environment: ServeEnvironment): Promise<RunningHost> {
  if (!existsSync(new URL('files.json', environment.appFolder)))
    throw new SettingsError('The app is not built; run npm run build.');
  const files = readStaticFiles(environment.appFolder);
  const shell = readShell(environment.appFolder, settings.basePath, files);
  const { version, report, drawing } = environment;
  const lists = new HeldLists((slug, list) => drawing.take(slug, list));
  const opened = await openDeployments(settings, lists, environment);
  const { deployments } = opened;
  const { pollSeconds, basePath, wall } = settings;
  const limits = mostGenerous([settings.limits, ...settings.proxied.map((proxied) => proxied.limits)]);
  const host = createHost({
    deployments,
    lists,
    drawing,
    pollSeconds,
    limits,
    wall,
    basePath,
    files,
    shell,
    version,
    report,
  });
  try {
    const listening = await listen({
      fetch: (request) => host.fetch(request),
      port: settings.port,
      host: settings.host,
      isOwnName: hostNameCheck(settings.host, settings.hostNames),
      limits: { waitMilliseconds: waitFor(limits) },
    });
    environment.print(`Edgewatch: ${listening.origin}${basePath}`);
    for (const { name, baseUrl } of settings.proxied) environment.print(`  ${name}: ${baseUrl}`);
    for (const { name, demo } of deployments) if (demo) environment.print(`  ${name}: demo data`);
    return {
      async close(milliseconds) {
        await listening.close(milliseconds);
        await Promise.all([opened.close(), drawing.close()]);
      },
    };
  } catch (error) {
    await Promise.all([opened.close(), drawing.close()]);
    throw error;
  }
}
