/** A fault server with a host in front, and pages that look at it one mode after the other. */

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { pathsOf } from '../../servers/documented.ts';
import type { Mode, Subject } from '../../servers/faults/mode.ts';
import { type FaultServer, startFaultServer } from '../../servers/faults/server.ts';
import { type Host, startHost } from '../host.ts';
import { type Look, look } from '../look.ts';
import { watch } from '../test.ts';
import { type StoppedTime, stopTime } from '../time.ts';
import type { MatrixPage } from './pages.ts';

/** Seconds between two readings: the least there is. */
export const pollSeconds = 2;
const slug = 'faults';
const bodyLimit = 4 * 1024 ** 2;
/** A host that waits as long as it may would make the tests of silence last for hours; less would be missed by a busy one. */
const shortLimits = { timeoutSeconds: 2, maximumBodyBytes: bodyLimit };

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

/** A page before a lane, its clock stopped and the server's with it; it sees many modes. */
export interface Viewer {
  readonly page: Page;
  /** What went wrong beside the screen so far: errors, policy reports, requests off the origin. */
  readonly faults: readonly string[];
  readonly time: Pick<StoppedTime, 'pass' | 'jump' | 'settle' | 'expectSilence'>;
  /** Opens a page as somebody who never was here. */
  load(at: MatrixPage): Promise<void>;
  /** Goes to a page inside the app. */
  go(at: MatrixPage): Promise<void>;
  /** Looks until `isSeen`, for a short real time; what no page may show counts at once. */
  see(isSeen?: (seen: Look) => boolean): Promise<Look>;
  close(): Promise<void>;
}

function addressOf(at: MatrixPage): string {
  return at.path === null ? (at.address ?? '/') : `/${slug}${at.path}`;
}

/** Milliseconds for what a page works out by itself, in a worker or behind the network. */
const patience = 3_000;
/** Looks in that time at least: on a busy machine one may take a second, and failed requests are repeated after 1, 2 and 4 s. */
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
  // One time for page, host and server: if only the page's stood still, responses would seem older than they are, and
  // pauses would end too early.
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
      // Asked by the page itself, the next one is spared a process of its own.
      const loaded = page.waitForEvent('domcontentloaded');
      await page.evaluate((address) => location.assign(address), host.url + addressOf(at));
      await loaded;
      await stopped.settle();
      // What works behind the page begins a second after its first contact.
      await time.jump(2);
    },
    async go(at) {
      await page.evaluate((address) => {
        history.pushState(null, '', address);
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
      }, addressOf(at));
      await stopped.settle();
    },
    async see(isSeen = () => true) {
      const end = Date.now() + patience;
      for (let looks = 1; ; looks += 1) {
        const seen = await look(page);
        const isEnd = looks >= leastLooks && Date.now() > end;
        if (seen.sins.length > 0 || isEnd || (!seen.blank && isSeen(seen))) return seen;
        // React holds back what comes shortly after a fallback by a timer of its own.
        await time.pass(1);
      }
    },
    close: () => context.close(),
  };
}

/** Longer than a host holds an answer, or keeps a pause for a service, milliseconds. */
const nothingIsHeld = 3_601_000;

/** Switches something at the server, and waits until the host no longer hands out what it read before. */
export async function change({ server, host }: Lane, on: readonly Subject[], act: () => void): Promise<void> {
  const asked = server.log.length;
  act();
  await host.leap(nothingIsHeld);
  if (!on.includes('status')) return;
  const isRead = (path: string) => server.log.slice(asked).some((request) => request.path === path);
  for (const path of pathsOf(null))
    while (!isRead(path)) {
      // A connection that was kept may end as it is used again; what then was not read is asked once more.
      await fetch(`${host.url}/deployments/${slug}${path}`).then(
        (response) => response.text(),
        () => null,
      );
      if (isRead(path)) break;
      await new Promise((resolve) => {
        setTimeout(resolve, 200);
      });
    }
}

export function describe(mode: Mode, on: readonly Subject[]): string {
  return `${mode.rows.join(' ')} ${mode.name} on ${on.join(' and ')}`;
}
