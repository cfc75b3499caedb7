/**
 * Films the first two seconds of four pages on a slow machine and network. The result is a sheet of
 * screenshots per page.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { chromiumLaunch } from '../../e2e/support/chromium.ts';
import { startHost } from '../support/programs.ts';
import { throttle } from '../support/throttle.ts';
import type { Workplace } from '../support/workplace.ts';
import { throttled } from './measure.ts';

const pages = ['', '/nodes', '/buckets', '/regions'] as const;
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

function sheetOf(title: string, frames: readonly Frame[]): string {
  const height = (width * size.height) / size.width;
  const figures = steps(frames).map(({ at, data }) => {
    const picture = data === null ? '' : `<img src="data:image/jpeg;base64,${data}">`;
    return `<figure><div>${picture}</div><figcaption>${(at / 1000).toFixed(1)} s</figcaption></figure>`;
  });
  return `<!doctype html><style>
    body { margin: 16px; font: 14px system-ui, sans-serif; width: ${columns * (width + 12)}px }
    main { display: grid; grid-template-columns: repeat(${columns}, ${width}px); gap: 12px }
    h1 { font-size: 18px; margin: 0 0 12px } figure { margin: 0 }
    div { width: ${width}px; height: ${height}px; outline: 1px solid #999; background: #eee } img { width: 100% }
  </style><h1>${title}</h1><main>${figures.join('')}</main>`;
}

/** Writes one sheet per page into a folder that git ignores. */
export async function runFilm({ root }: Workplace): Promise<readonly string[]> {
  const folder = join(root, 'test-results', 'film');
  await mkdir(folder, { recursive: true });
  const host = await startHost(root);
  const browser = await chromium.launch(chromiumLaunch());
  try {
    const written: string[] = [];
    for (const path of pages) {
      const address = `/everything${path}`;
      const frames = await record(browser, host.origin + address);
      if (frames.length < 2) throw new Error(`The screen showed ${frames.length} frames of ${address}.`);
      const sheet = await browser.newPage({ viewport: { width: columns * (width + 12) + 32, height: 800 } });
      await sheet.setContent(sheetOf(`${address}: page 4 times slower, 10 Mbit/s and 40 ms`, frames));
      const file = join(folder, `${path.slice(1) || 'status'}.png`);
      await writeFile(file, await sheet.screenshot({ fullPage: true }));
      await sheet.close();
      written.push(`${file}: of ${frames.length} frames`);
    }
    return [written.join('\n')];
  } finally {
    await browser.close();
    await host.stop();
  }
}
