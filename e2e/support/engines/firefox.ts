/**
 * Drives Debian's Firefox by WebDriver BiDi. Playwright 1.65 cannot: it sends a command for each new context
 * (`emulation.setMediaFeaturesOverride`) that Firefox has from version 159 on.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'undici';
import { isPlainObject } from '#contract/json/parse.ts';
import type { EngineWindow } from './engine-window.ts';
import { clickAt, pressKeys } from './input-actions.ts';
import { startProgram } from './program.ts';

type Json = Readonly<Record<string, unknown>>;
type Send = (method: string, params: Json) => Promise<Json>;

function objectIn(parent: Json, name: string): Json {
  const child = parent[name];
  if (!isPlainObject(child)) throw new TypeError(`${JSON.stringify(parent)} has no object ${name}.`);
  return child;
}

/** Opens a connection. The returned function sends a command, and resolves to its result. */
async function connect(address: string, onEvent: (method: string, params: Json) => void): Promise<Send> {
  const socket = new WebSocket(address);
  const waiting = new Map<unknown, (response: Json) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message: unknown = JSON.parse(String(data));
    if (!isPlainObject(message)) return;
    const { id, method, params } = message;
    waiting.get(id)?.(message);
    if (typeof method === 'string' && isPlainObject(params)) onEvent(method, params);
  });
  socket.addEventListener('close', () => {
    for (const respond of waiting.values()) respond({ message: 'The connection was closed.' });
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true });
    socket.addEventListener('error', () => reject(new Error(`No connection to ${address}`)), { once: true });
  });
  let last = 0;
  return async (method, params) => {
    last += 1;
    const id = last;
    const response = new Promise<Json>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await response;
    waiting.delete(id);
    if (type !== 'success' || !isPlainObject(result)) throw new Error(`${method}: ${String(message)}`);
    return result;
  };
}

/** Starts Firefox without a visible window, with a profile that is deleted at the end. */
export async function startFirefox(): Promise<EngineWindow> {
  const folder = await mkdtemp(join(tmpdir(), 'edgewatch-firefox-'));
  // Firefox itself sets more preferences for automation.
  await writeFile(join(folder, 'user.js'), 'user_pref("network.captive-portal-service.enabled", false);\n');
  const program = startProgram(
    'firefox-esr',
    ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', folder],
    { HOME: folder, TZ: 'UTC' },
  );
  const address = await program.awaitOutput(/WebDriver BiDi listening on (ws:\/\/\S+)\s/);
  const faults: string[] = [];
  const send = await connect(`${address}/session`, (method, { type, level, text }) => {
    if (method === 'log.entryAdded' && level === 'error') faults.push(`${String(type)}: ${String(text)}`);
  });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  // The first tab has the focus in its address bar, and its pages get no focus events.
  const { context } = await send('browsingContext.create', { type: 'tab' });
  await send('browsingContext.setViewport', { context, viewport: { width: 1440, height: 900 } });
  return {
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async back() {
      await send('browsingContext.traverseHistory', { context, delta: -1 });
    },
    async evaluate(expression) {
      const outcome = await send('script.evaluate', { expression, target: { context }, awaitPromise: false });
      if (outcome['type'] !== 'success') throw new Error(JSON.stringify(outcome['exceptionDetails']));
      return String(objectIn(outcome, 'result')['value']);
    },
    async click(x, y) {
      await send('input.performActions', { context, actions: clickAt(x, y) });
    },
    async press(keys) {
      await send('input.performActions', { context, actions: pressKeys(keys) });
    },
    faults: async () => faults,
    async close() {
      await program.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
