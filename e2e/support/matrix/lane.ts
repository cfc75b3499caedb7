/**
 * A lane of the fault matrix: a fault server behind a host, and a page that watches it through one mode after
 * another.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { pathsOf } from '../../servers/documented.ts';
import type { Subject } from '../../servers/faults/mode.ts';
import { type FaultServer, startFaultServer } from '../../servers/faults/server.ts';
import { type Host, startHost } from '../hosts/host.ts';
import { type Look, look } from '../look.ts';
import { goWithin } from '../pages.ts';
import { watch } from '../test.ts';
import { type StoppedTime, stopTime } from '../time.ts';
import type { MatrixPage } from './pages.ts';

/** The shortest poll interval, seconds. */
export const pollSeconds = 2;
const slug = 'faults';
const bodyLimit = 4 * 1024 ** 2;
/**
 * Limits of the host. With longer timeouts, tests of silent endpoints would last for hours. With shorter
 * ones, a healthy endpoint would count as silent on a busy machine.
 */
const shortLimits = { timeoutSeconds: 4, maximumBodyBytes: bodyLimit };

export interface Lane {
  readonly server: FaultServer;
  readonly host: Host;
  close(): Promise<void>;
}

export async function openLane(
  configFile: string,
  limits: Readonly<Record<string, number>> = shortLimits,
): Promise<Lane> {
  const server = await startFaultServer({ bodyLimit });
  await mkdir(dirname(configFile), { recursive: true });
  await writeFile(configFile, JSON.stringify({ pollSeconds, limits }));
  const host = await startHost(['--config', configFile, '--base-url', `${slug}=${server.url}`]);
  return {
    server,
    host,
    async close() {
      await host.stop();
      await server.close();
    },
  };
}

/**
 * A page that shows the deployment of a lane, used for many modes. The clocks of page and server stand still
 * unless the test advances them.
 */
export interface Viewer {
  readonly page: Page;
  /**
   * Problems that the screen does not show: errors, reports of policy violations, requests to other origins.
   */
  readonly faults: readonly string[];
  readonly time: Pick<StoppedTime, 'pass' | 'jump' | 'settle' | 'expectSilence'>;
  load(at: MatrixPage): Promise<void>;
  go(at: MatrixPage): Promise<void>;
  /**
   * Reads the page until `isSeen` returns true or a short real time is over. A violation ends it at once.
   */
  see(isSeen?: (seen: Look) => boolean): Promise<Look>;
  close(): Promise<void>;
}

function addressOf(at: MatrixPage): string {
  return at.path === null ? (at.address ?? '/') : `/${slug}${at.path}`;
}

/** Maximum milliseconds of real time for work of the page in a worker or over the network. */
const patience = 3_000;
/**
 * Minimum number of readings before `see` gives up. On a busy machine a reading may take a second, and failed
 * requests are retried after 1, 2 and 4 s.
 */
const leastLooks = 10;

export async function openViewer(browser: Browser, { server, host }: Lane): Promise<Viewer> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' });
  const faults = await watch(context);
  await context.addInitScript(() => {
    if (location.origin !== 'null') localStorage.clear();
  });
  const page = await context.newPage();
  const stopped = await stopTime(page, [host]);
  const pageTime = () => page.evaluate(() => Date.now());
  // Page, host and server have the same time. If only the page's clock stopped, responses would look too old
  // and pauses would end too early.
  const setClocks = async (at: number) => {
    server.setClock(at);
    await host.stopClocks(at);
  };
  const follow = async () => setClocks(await pageTime());
  const time: Viewer['time'] = {
    async pass(seconds) {
      const before = await pageTime();
      await stopped.pass(seconds, (passed) => setClocks(before + passed * 1000));
      await follow();
    },
    async jump(seconds) {
      await setClocks((await pageTime()) + seconds * 1000);
      await stopped.jump(seconds);
    },
    settle: () => stopped.settle(),
    expectSilence: (path) => stopped.expectSilence(path),
  };
  await follow();
  return {
    page,
    faults,
    time,
    async load(at) {
      // If the page itself navigates, the browser starts no new process.
      const loaded = page.waitForEvent('domcontentloaded');
      await page.evaluate((address) => location.assign(address), host.url + addressOf(at));
      await loaded;
      await stopped.settle();
      // The page starts background work a second after its first contact.
      await time.jump(2);
    },
    async go(at) {
      await goWithin(page, addressOf(at));
      await stopped.settle();
    },
    async see(isSeen = () => true) {
      const end = Date.now() + patience;
      for (let looks = 1; ; looks += 1) {
        const seen = await look(page);
        const isEnd = looks >= leastLooks && Date.now() > end;
        if (seen.violations.length > 0 || isEnd || (!seen.blank && isSeen(seen))) return seen;
        // Shortly after it has shown a fallback, React delays updates by a timer of its own.
        await time.pass(1);
      }
    },
    close: () => context.close(),
  };
}

/**
 * Milliseconds by which the host's clock leaps: longer than the host caches any response or pauses for a
 * service.
 */
const nothingIsHeld = 3_601_000;

/** Changes the server by `act`, and waits until the host serves nothing from before the change. */
export async function change({ server, host }: Lane, on: Iterable<Subject>, act: () => void): Promise<void> {
  const logged = server.log.length;
  act();
  await host.leap(nothingIsHeld);
  if (![...on].includes('status')) return;
  const untilRead = async (path: string) => {
    const isRead = () => server.log.slice(logged).some((request) => request.path === path);
    const ask = () => fetch(`${host.url}/deployments/${slug}${path}`).then((response) => response.text());
    // A kept-alive connection may end just when it is reused, or within the response. So each endpoint is
    // requested until the server's log shows the request.
    for (await ask().catch(() => null); !isRead(); await ask().catch(() => null))
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
  };
  await Promise.all(pathsOf(null).map(untilRead));
}
