/**
 * A browser whose page loads as it does for a reader, with nobody listening. Where a tool listens to requests or to the
 * console, Chromium finds out which line of which script asked, for which it reads that script again as a whole: 30 ms
 * of the 43 in which the app is first evaluated. So the page is opened with the fewest words of the protocol, and the
 * tool joins once it is asked to.
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
  /** Whether the page may do what its content policy forbids. */
  readonly bypassesPolicy: boolean;
  /** Runs in the page before its own scripts. */
  readonly script: string;
  /** A promise in the page, awaited before the page counts as open. */
  readonly until: string;
  /** Waits for a moment in which the browser has got over its window. */
  readonly quiet: Quiet;
}

/** Where a function can be run in a page: a page that a tool has joined, or one to which nobody listens. */
export interface InPage {
  evaluate<Argument, Result>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
}

export interface UnwatchedBrowser extends InPage {
  readonly browser: Browser;
  /** Opens its only page. */
  open(opening: Opening): Promise<void>;
  /** The page that was opened, to be listened to from now on. */
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
      // What the function returns, as it came through the protocol.
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
