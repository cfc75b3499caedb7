import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readSettings } from '../configuration/read-settings.ts';
import { keepUpToDate } from './reload.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A configuration file, with a token file beside it, and the calls that reach the host. */
async function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('token', 'canary-1');
  const deployments = [{ baseUrl: 'http://a.test', headers: { 'X-Key': { file: 'token' } } }];
  write('e.jsonc', JSON.stringify({ deployments }));
  const configFile = join(folder, 'e.jsonc');
  const read = () => readSettings({ open: false, demo: false, baseUrls: [], configFile }, {});
  const host = { apply: vi.fn(async () => ['port stays 1.']), refuse: vi.fn(), renew: vi.fn() };
  const lines: string[] = [];
  const report = (line: string) => lines.push(line);
  const reload = keepUpToDate({ host, settings: await read(), configFile, read, report, note: report });
  onTestFinished(() => {
    reload.close();
    rmSync(folder, { recursive: true });
  });
  return { folder, write, host, lines, reload, deployments };
}

test('a changed file is applied within 10 s', async () => {
  const { write, host, lines, deployments } = await setUp();
  write('e.jsonc', JSON.stringify({ deployments, pollSeconds: 30 }));
  await vi.waitFor(() => {
    vi.advanceTimersByTime(2_000);
    expect(host.apply).toHaveBeenCalledWith(expect.objectContaining({ pollSeconds: 30 }));
  });
  await vi.waitFor(() =>
    expect(lines).toEqual(['The configuration was reloaded and applies.', 'port stays 1.']),
  );
  expect(host.renew).not.toHaveBeenCalled();
});

test('a changed secret is read, and nothing else', async () => {
  const { write, host } = await setUp();
  write('token', 'canary-other');
  await vi.waitFor(() => {
    vi.advanceTimersByTime(2_000);
    expect(host.renew).toHaveBeenCalledOnce();
  });
  expect(host.apply).not.toHaveBeenCalled();
});

test('a bad file is refused: all mistakes in the log, a summary for viewers, no secret in either', async () => {
  const { write, host, lines, reload } = await setUp();
  write('e.jsonc', '{\n "port": "canary", "deployments": [{ "baseUrl": "http://u:canary@a.test" }] }');
  await reload.reload();
  expect(host.apply).not.toHaveBeenCalled();
  expect(host.refuse).toHaveBeenCalledWith('2 mistakes, the first at e.jsonc:2:10; see the log for all.');
  expect(lines).toEqual([
    'The new configuration is refused; the previous one still applies.',
    expect.stringMatching(/e\.jsonc:2:10: port: a number is expected/),
    expect.stringMatching(/e\.jsonc:2:49: deployments\[0\]\.baseUrl: .*user name/),
  ]);
  expect(lines.join(' ')).not.toContain('u:canary');
});

test('a missing file is refused', async () => {
  const { folder, host, reload } = await setUp();
  rmSync(join(folder, 'e.jsonc'));
  await reload.reload();
  expect(host.refuse).toHaveBeenCalledWith('It cannot be read; see the log.');
});
