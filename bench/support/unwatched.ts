/**
 * A browser that loads a page as for a reader, while no test tool listens.
 * If a tool listens to requests or the console, Chromium looks up the script line of each request and reads
 * the whole script again. That costs 30 ms of the 43 ms of the app's first evaluation. The page is therefore
 * opened with few protocol commands, and the tool joins later.
 */

import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumLaunch } from '../../e2e/support/chromium.ts';
import type { Quiet } from './quiet.ts';
import { type Target, targetOf } from './target.ts';
import { type Throttling, throttle } from './throttle.ts';

const longest = 120_000;
const size = { width: 1440, height: 900 };

export interface Opening {
  readonly url: string;
  readonly throttling: Throttling;
  readonly bypassesPolicy: boolean;
  /** Script that runs in the page before the page's own scripts. */
  readonly script: string;
  /** Promise expression that is evaluated in the page. The page counts as open when it resolves. */
  readonly until: string;
  /** Waits for a quiet moment, because opening a window keeps the browser busy. */
  readonly quiet: Quiet;
}

/** Runs functions in a page, whether or not a test tool has joined it. */
export interface InPage {
  evaluate<Argument, Result>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
}

export interface UnwatchedBrowser extends InPage {
  readonly browser: Browser;
  open(opening: Opening): Promise<void>;
  /** Attaches Playwright to the page that is already open. */
  join(): Promise<Page>;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

export async function launchUnwatched(): Promise<UnwatchedBrowser> {
  const launch = chromiumLaunch();
  const port = await freePort();
  const browser = await chromium.launch({
    ...launch,
    args: [...launch.args, `--remote-debugging-port=${port}`],
  });
  let page: Target | null = null;
  const evaluate = async (expression: string): Promise<unknown> => {
    if (!page) throw new Error('There is no page yet.');
    const { exceptionDetails, result } = await page.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails)
      throw new Error(
        `${expression} fails: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`,
      );
    return result.value;
  };
  return {
    browser,
    async evaluate<Argument, Result>(
      run: (argument: Argument) => Result | Promise<Result>,
      argument: Argument,
    ): Promise<Result> {
      // The protocol returns the result of `run`.
      return (await evaluate(`(${run.toString()})(${JSON.stringify(argument)})`)) as Result;
    },
    async open({ url, throttling, bypassesPolicy, script, until, quiet }) {
      const session = await browser.newBrowserCDPSession();
      const { targetId } = await session.send('Target.createTarget', { url: 'about:blank' });
      const { sessionId } = await session.send('Target.attachToTarget', { targetId });
      page = targetOf(session, sessionId);
      await page.send('Page.enable');
      await page.send('Page.setBypassCSP', { enabled: bypassesPolicy });
      await page.send('Page.addScriptToEvaluateOnNewDocument', { source: script });
      await page.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
      await throttle(page, throttling);
      await quiet.moment();
      const { errorText } = await page.send('Page.navigate', { url });
      if (errorText !== undefined) throw new Error(`${url} cannot be opened: ${errorText}`);
      await Promise.race([
        evaluate(until),
        delay(longest, undefined, { ref: false }).then(() => {
          throw new Error(`${url} shows nothing after ${longest / 1000} s.`);
        }),
      ]);
    },
    async join() {
      const joined = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
      const found = joined.contexts()[0]?.pages()[0];
      if (!found) throw new Error('The browser has no page.');
      return found;
    },
    close: () => browser.close(),
  };
}
