/** Drives Debian's WebKitGTK (its MiniBrowser) by WebDriver, on a virtual screen. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { isPlainObject } from '#contract/json/parse.ts';
import { freePort } from '#e2e/support/hosts/installed-programs.ts';
import type { EngineWindow } from './engine-window.ts';
import { clickAt, pressKeys } from './input-actions.ts';
import { startProgram } from './program.ts';

/** Sends a command. Returns its result. */
async function request(method: 'DELETE' | 'POST', url: string, params?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(params && { body: JSON.stringify(params) }) });
  const body: unknown = await response.json();
  if (!response.ok || !isPlainObject(body)) throw new Error(`${url}: ${JSON.stringify(body)}`);
  return body['value'];
}

/**
 * Collects errors of the page in `faultsOfPage`. WebKitGTK writes no console messages of a private window, and each
 * window that is driven is private.
 */
const collectFaults = `
const faults = (window.faultsOfPage = []);
addEventListener('error', ({ message }) => faults.push(message));
addEventListener('unhandledrejection', ({ reason }) => faults.push('Unhandled: ' + reason));
const { error } = console;
console.error = (...values) => {
  faults.push(values.join(' '));
  error(...values);
};`;

/** Starts the virtual screen, the driver and the browser. All files of the browser are deleted at the end. */
export async function startWebKitGtk(): Promise<EngineWindow> {
  const folder = await mkdtemp(join(tmpdir(), 'edgewatch-webkit-'));
  const screen = startProgram('Xvfb', ['-displayfd', '1', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp']);
  const display = await screen.awaitOutput(/^(\d+)\n/m);
  const port = await freePort();
  const driver = startProgram('WebKitWebDriver', [`--port=${port}`], {
    DISPLAY: `:${display}`,
    HOME: folder,
    TZ: 'UTC',
    // There is neither a graphics card nor a bus for screen readers.
    LIBGL_ALWAYS_SOFTWARE: '1',
    NO_AT_BRIDGE: '1',
  });
  const base = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${base}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, 'the driver of WebKitGTK responds').toBe(true);
  const created = await request('POST', `${base}/session`, { capabilities: {} });
  const id = isPlainObject(created) ? String(created['sessionId']) : '';
  const send = (command: string, params: object) => request('POST', `${base}/session/${id}/${command}`, params);
  await send('window/rect', { x: 0, y: 0, width: 1440, height: 1000 });
  const execute = (script: string) => send('execute/sync', { script, args: [] });
  const faults: string[] = [];
  /** Takes the errors of the page before another replaces it. */
  const takeFaults = async () => {
    const taken = await execute('return window.faultsOfPage?.splice(0) ?? []');
    if (Array.isArray(taken)) faults.push(...taken.map(String));
    return faults;
  };
  return {
    async open(url) {
      await takeFaults();
      await send('url', { url });
      await execute(collectFaults);
    },
    async back() {
      await send('back', {});
    },
    async evaluate(expression) {
      return String(await execute(`return ${expression}`));
    },
    async click(x, y) {
      await send('actions', { actions: clickAt(x, y) });
    },
    async press(keys) {
      await send('actions', { actions: pressKeys(keys) });
    },
    faults: takeFaults,
    async close() {
      try {
        await request('DELETE', `${base}/session/${id}`);
      } finally {
        await driver.stop();
        await screen.stop();
        await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    },
  };
}
