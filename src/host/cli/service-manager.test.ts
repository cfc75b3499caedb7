import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tellSystemd } from './service-manager.ts';

/** A folder for PATH. @param script - lines of a systemd-notify in it; absent: there is none. */
function pathWith(script?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'edgewatch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  if (script !== undefined) {
    const program = join(folder, 'systemd-notify');
    writeFileSync(program, `#!/bin/sh\n${script}\n`);
    chmodSync(program, 0o755);
  }
  return folder;
}

test('each state is one message to systemd, in order, and a reload has its time', async () => {
  const PATH = pathWith('echo "$NOTIFY_SOCKET $*" >> "${0%/*}/messages"');
  const reported: string[] = [];
  const tell = tellSystemd({ PATH, NOTIFY_SOCKET: '/run/notify' }, (line) => reported.push(line));
  const before = process.hrtime.bigint() / 1_000n;
  await Promise.all([tell('READY'), tell('RELOADING'), tell('READY'), tell('STOPPING')]);
  const messages = readFileSync(join(PATH, 'messages'), 'utf8').trimEnd().split('\n');
  expect(messages.map((line) => line.replace(/\d+$/, 'n'))).toEqual([
    '/run/notify READY=n',
    '/run/notify RELOADING=1 MONOTONIC_USEC=n',
    '/run/notify READY=n',
    '/run/notify STOPPING=n',
  ]);
  const time = BigInt(/MONOTONIC_USEC=(\d+)/.exec(messages[1] ?? '')?.[1] ?? 0);
  expect(time >= before && time <= process.hrtime.bigint() / 1_000n).toBe(true);
  expect(reported).toEqual([]);
});

test.each([
  ['is missing', undefined, 'ENOENT'],
  ['fails', 'exit 3', '3'],
])('if systemd-notify %s, the log says what to do, and the host goes on', async (_what, script, why) => {
  const reported: string[] = [];
  const variables = { PATH: pathWith(script), NOTIFY_SOCKET: '/run/notify' };
  await tellSystemd(variables, (line) => reported.push(line))('READY');
  expect(reported).toEqual([
    `systemd does not get READY=1: systemd-notify failed (${why}). Install it, or set Type=exec in the unit.`,
  ]);
});

test('without systemd no program is started', async () => {
  const reported: string[] = [];
  await tellSystemd({ PATH: pathWith() }, (line) => reported.push(line))('READY');
  expect(reported).toEqual([]);
});
