/**
 * Films the first two seconds of four pages on a slow machine and network. The result is a sheet of
 * screenshots per page.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { chromiumLaunch } from '../../e2e/support/chromium.ts';
import type { Build, Builds } from '../support/builds.ts';
import { choosePages } from '../support/comparison.ts';
import { type ListeningProgram, startHost } from '../support/programs.ts';
import { throttle } from '../support/throttle.ts';
import type { Workplace } from '../support/workplace.ts';
import { throttled } from './measure.ts';

/** Name of a page → its path below the deployment. */
const pages = { status: '', nodes: '/nodes', buckets: '/buckets', regions: '/regions' } as const;
const size = { width: 1440, height: 900 };
const length = 2_000;
const step = 100;
/** Width of a screenshot on the sheet, pixels. */
const width = 480;
const columns = 7;

interface Frame {
  /** Milliseconds since the start of the navigation. */
  readonly at: number;
  /** JPEG in base64. */
  readonly data: string;
}

async function record(browser: Browser, url: string): Promise<readonly Frame[]> {
  const context = await browser.newContext({ viewport: size });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await throttle(session, throttled);
    const frames: { readonly time: number; readonly data: string }[] = [];
    session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      frames.push({ time: (metadata.timestamp ?? Number.NaN) * 1000, data });
      void session.send('Page.screencastFrameAck', { sessionId });
    });
    await session.send('Page.startScreencast', {
      format: 'jpeg',
      quality: 85,
      maxWidth: 2 * width,
      maxHeight: 2 * width,
    });
    await page.goto(url, { waitUntil: 'commit' });
    await delay(length + 10 * step);
    await session.send('Page.stopScreencast');
    const start = await page.evaluate(() => performance.timeOrigin);
    return frames.map(({ time, data }) => ({ at: time - start, data }));
  } finally {
    await context.close();
  }
}

/** The screenshot at each time step. `data` is `null` before the first frame of the page. */
function steps(frames: readonly Frame[]): readonly { readonly at: number; readonly data: string | null }[] {
  return Array.from({ length: length / step + 1 }, (_, index) => {
    const at = index * step;
    return { at, data: frames.findLast((frame) => frame.at >= 0 && frame.at <= at)?.data ?? null };
  });
}

interface Strip {
  readonly title: string;
  readonly frames: readonly Frame[];
}

function sectionOf({ title, frames }: Strip): string {
  const figures = steps(frames).map(({ at, data }) => {
    const picture = data === null ? '' : `<img src="data:image/jpeg;base64,${data}">`;
    return `<figure><div>${picture}</div><figcaption>${(at / 1000).toFixed(1)} s</figcaption></figure>`;
  });
  return `<h1>${title}</h1><main>${figures.join('')}</main>`;
}

function sheetOf(strips: readonly Strip[]): string {
  const height = (width * size.height) / size.width;
  return `<!doctype html><style>
    body { margin: 16px; font: 14px system-ui, sans-serif; width: ${columns * (width + 12)}px }
    main { display: grid; grid-template-columns: repeat(${columns}, ${width}px); gap: 12px }
    h1 { font-size: 18px; margin: 12px 0 } figure { margin: 0 }
    div { width: ${width}px; height: ${height}px; outline: 1px solid #999; background: #eee } img { width: 100% }
  </style>${strips.map(sectionOf).join('')}`;
}

/** Writes one sheet per page into a folder that git ignores. A sheet has one strip per build. */
async function film(
  { root }: Workplace,
  builds: readonly Build[],
  chosen: readonly string[],
): Promise<readonly string[]> {
  const folder = join(root, 'test-results', 'film');
  await mkdir(folder, { recursive: true });
  const hosts: { readonly name: string; readonly host: ListeningProgram }[] = [];
  const browser = await chromium.launch(chromiumLaunch());
  try {
    for (const { name, root: of } of builds) hosts.push({ name, host: await startHost(of) });
    const written: string[] = [];
    for (const [page, path] of choosePages(Object.entries(pages), ([page]) => page, chosen)) {
      const address = `/everything${path}`;
      const strips: Strip[] = [];
      for (const { name, host } of hosts) {
        // The first visit only fills the cache of the host and warms up the browser.
        await record(browser, host.origin + address);
        const frames = await record(browser, host.origin + address);
        if (frames.length < 2) throw new Error(`The screen showed ${frames.length} frames of ${address}.`);
        strips.push({ title: `${address}, ${name}: page 4 times slower, 10 Mbit/s and 40 ms`, frames });
      }
      const sheet = await browser.newPage({ viewport: { width: columns * (width + 12) + 32, height: 800 } });
      await sheet.setContent(sheetOf(strips));
      const file = join(folder, `${page}.png`);
      await writeFile(file, await sheet.screenshot({ fullPage: true }));
      await sheet.close();
      written.push(`${file}: of ${strips.map(({ frames }) => frames.length).join(' and ')} frames`);
    }
    return [written.join('\n')];
  } finally {
    await browser.close();
    for (const { host } of hosts) await host.stop();
  }
}

export function runFilm(place: Workplace): Promise<readonly string[]> {
  return film(place, [{ name: 'now', root: place.root }], []);
}

export function compareFilms(
  place: Workplace,
  _runs: number,
  { before, now }: Builds,
  chosen: readonly string[],
): Promise<readonly string[]> {
  return film(place, [before, now], chosen);
}
