/** The `test` of every spec. A page that throws, complains, meets its content policy or asks another origin fails it. */

import { writeFile } from 'node:fs/promises';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Double, type DoubleOptions, startDouble } from '../servers/double.ts';
import { type Host, startHost } from './host.ts';

export { expect };

/** Doubles that one host shows, by slug. */
interface Together {
  readonly host: Host;
  readonly doubles: Readonly<Record<string, Double>>;
}

/** A double that a host of its own shows as its only deployment. */
export interface Deployed {
  readonly double: Double;
  readonly host: Host;
  /** Its status page. */
  readonly url: string;
  /** Its base URL as the host serves it. */
  readonly api: string;
}

interface DeployOptions extends DoubleOptions {
  /** Seconds between two readings of the status document. */
  readonly pollSeconds?: number;
  /** Seconds for a response of the service. They pass in real time, however far a test moves the clocks. */
  readonly timeoutSeconds?: number;
}

interface Fixtures {
  /** Starts a host with these arguments and variables; it stops with the test. */
  readonly startWith: (args: readonly string[], variables?: Readonly<Record<string, string>>) => Promise<Host>;
  /** Starts doubles and a host that shows them, in the order given; all stop with the test. */
  readonly deployTogether: (
    named: Readonly<Record<string, DoubleOptions>>,
    settings?: Readonly<Record<string, unknown>>,
  ) => Promise<Together>;
  /** Starts one double and a host that shows it as `double`; both stop with the test. */
  readonly deploy: (options?: DeployOptions) => Promise<Deployed>;
  readonly faultless: undefined;
}

/** What an upstream does not answer with 200 the browser reports by itself: that is not the page's complaint. */
function isReportOfAnswer(text: string, url: string): boolean {
  return (
    text.startsWith('Failed to load resource:') &&
    /\/(?:api\/|lists\/|history\/|(?:healthz|history|config\.json|login|wall)$)/.test(url)
  );
}

/** Everything that went wrong in the pages of a context, as it happens. */
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
    if (url.origin !== origin) faults.push(`a request off ${origin}: ${request.url()}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      throw new Error(`The content policy forbids ${blockedURI} (${violatedDirective}).`);
    });
  });
  return faults;
}

/** Until then what a test finds is what the host drew, which has a test of its own (first-sight.spec.ts). */
async function awaitApp(page: Page): Promise<void> {
  const isThere = () => document.querySelector('#drawn')?.firstChild == null;
  await page.waitForFunction(isThere, undefined, { timeout: 10_000 }).catch(() => undefined);
}

/** Goes to an address and waits for the app to take over, where the page is one of ours and scripts run. */
function withApp<Args extends unknown[], R>(page: Page, go: (...args: Args) => Promise<R>) {
  return async (...args: Args): Promise<R> => {
    const response = await go(...args);
    await awaitApp(page);
    return response;
  };
}

export const test = base.extend<Fixtures>({
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
    // A page that is still open must not find its host gone.
    await context.close();
    await Promise.all(hosts.map((host) => host.stop()));
  },
  deployTogether: async ({ startWith }, provide, testInfo) => {
    const started: Double[] = [];
    await provide(async (named, settings = {}) => {
      const doubles: Record<string, Double> = {};
      for (const [slug, options] of Object.entries(named)) {
        const double = await startDouble(options);
        started.push(double);
        doubles[slug] = double;
      }
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
