/**
 * The `test` function of every spec. A test fails if a page throws, logs an error, violates its content
 * security policy or requests another origin.
 */

import { writeFile } from 'node:fs/promises';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Double, type DoubleOptions, startDouble } from '../servers/double.ts';
import { type Host, startHost } from './hosts/host.ts';
import { startRecordedDemo } from './hosts/recorded-demo.ts';

export { expect };

interface Together {
  readonly host: Host;
  readonly doubles: Readonly<Record<string, Double>>;
}

/** A double (e2e/servers/double.ts) as the only deployment of a host of its own. */
export interface Deployed {
  readonly double: Double;
  readonly host: Host;
  /** URL of the status page. */
  readonly url: string;
  /** Base URL of the API on the host. */
  readonly api: string;
}

interface DeployOptions extends DoubleOptions {
  /** Poll interval of the status document, seconds. */
  readonly pollSeconds?: number;
  /** Timeout of requests to the service, seconds. It runs in real time, even if a test moves the clocks. */
  readonly timeoutSeconds?: number;
}

interface Fixtures {
  /** Starts a host with arguments and variables. It stops with the test. */
  readonly startWith: (args: readonly string[], variables?: Readonly<Record<string, string>>) => Promise<Host>;
  /** Starts doubles and a host with them, in the given order. All stop with the test. */
  readonly deployTogether: (
    named: Readonly<Record<string, DoubleOptions>>,
    settings?: Readonly<Record<string, unknown>>,
    /** Called before the host starts, so that its first requests get the faults too. */
    prepare?: (doubles: Readonly<Record<string, Double>>) => void,
  ) => Promise<Together>;
  /** Starts one double and a host that shows it as `double`. Both stop with the test. */
  readonly deploy: (options?: DeployOptions) => Promise<Deployed>;
  readonly faultless: undefined;
}

interface WorkerFixtures {
  /** A host with the demo and its history. All tests of a worker share it, so none may change it. */
  readonly recordedDemo: Host;
}

/**
 * Whether a console message is the browser's own report of a response other than 200, or of a header that it
 * ignores over plain http. Such a message is no fault of the page.
 */
function isReportOfAnswer(text: string, url: string): boolean {
  if (text.startsWith('The Cross-Origin-Opener-Policy header has been ignored')) return true;
  return (
    text.startsWith('Failed to load resource:') &&
    /\/(?:api\/|lists\/|history\/|login\/oidc|(?:healthz|history|config\.json|login|wall)$)/.test(url)
  );
}

export async function watch(context: BrowserContext): Promise<readonly string[]> {
  const faults: string[] = [];
  context.on('weberror', (error) => faults.push(`uncaught: ${String(error.error())}`));
  context.on('console', (message) => {
    if (message.type() !== 'error' || isReportOfAnswer(message.text(), message.location().url)) return;
    faults.push(`console: ${message.text()} ${message.location().url}`);
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (request.isNavigationRequest() || url.protocol === 'data:' || url.protocol === 'blob:') return;
    const { origin } = new URL(request.frame().url());
    // A page that was just left for an empty one may still load a script.
    if (url.origin !== origin && origin !== 'null') faults.push(`a request off ${origin}: ${request.url()}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      throw new Error(`The content policy forbids ${blockedURI} (${violatedDirective}).`);
    });
  });
  return faults;
}

/**
 * Waits until the app has replaced the server-rendered page, which has its own test (first-sight.spec.ts).
 */
export async function awaitApp(page: Page): Promise<void> {
  const isRemoved = () => document.querySelector('.host-drawn') === null;
  await page.waitForFunction(isRemoved, undefined, { timeout: 10_000 }).catch(() => undefined);
}

/**
 * Navigates, and waits until the app has replaced the server-rendered page, if the page is ours and scripts
 * run.
 */
function withApp<Args extends unknown[], R>(page: Page, go: (...args: Args) => Promise<R>) {
  return async (...args: Args): Promise<R> => {
    const response = await go(...args);
    await awaitApp(page);
    return response;
  };
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  recordedDemo: [
    // Playwright requires a destructured first argument.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const host = await startRecordedDemo();
      await provide(host);
      await host.stop();
    },
    { scope: 'worker' },
  ],
  page: async ({ page, javaScriptEnabled }, provide) => {
    if (javaScriptEnabled) {
      page.goto = withApp(page, page.goto.bind(page));
      page.reload = withApp(page, page.reload.bind(page));
    }
    await provide(page);
  },
  startWith: async ({ context }, provide) => {
    const hosts: Host[] = [];
    await provide(async (args, variables) => {
      const host = await startHost(args, undefined, variables);
      hosts.push(host);
      return host;
    });
    // Closes the pages before their hosts stop.
    await context.close();
    await Promise.all(hosts.map((host) => host.stop()));
  },
  deployTogether: async ({ startWith }, provide, testInfo) => {
    const started: Double[] = [];
    await provide(async (named, settings = {}, prepare = () => undefined) => {
      const doubles: Record<string, Double> = {};
      for (const [slug, options] of Object.entries(named)) {
        const double = await startDouble(options);
        started.push(double);
        doubles[slug] = double;
      }
      prepare(doubles);
      const file = testInfo.outputPath('edgewatch.json');
      await writeFile(file, JSON.stringify(settings));
      const addresses = Object.entries(doubles).flatMap(([slug, { url }]) => ['--base-url', `${slug}=${url}`]);
      return { doubles, host: await startWith(['--config', file, ...addresses]) };
    });
    await Promise.all(started.map((double) => double.close()));
  },
  deploy: async ({ deployTogether }, provide) => {
    await provide(async ({ pollSeconds, timeoutSeconds, ...options } = {}) => {
      const { host, doubles } = await deployTogether(
        { double: options },
        {
          ...(pollSeconds !== undefined && { pollSeconds }),
          ...(timeoutSeconds !== undefined && { limits: { timeoutSeconds } }),
        },
      );
      const { double } = doubles;
      if (!double) throw new Error('The double was not started.');
      return { double, host, url: `${host.url}/double`, api: `${host.url}/deployments/double` };
    });
  },
  faultless: [
    async ({ context }, provide) => {
      const faults = await watch(context);
      await provide(undefined);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});
