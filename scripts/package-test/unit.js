/** Tests the unit of systemd: systemd's own checks, and the messages of a host to systemd. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../sources.js';
import { installed } from './package.js';
import { expect, run, startHost, step, stopHost } from './steps.js';

const unit = join(root, 'deploy', 'systemd', 'edgewatch.service');

/** Largest exposure that systemd-analyze security may state, times ten: docs/operate/install.md names the present one. */
const mostExposure = 15;

/** Prints each message that arrives at the datagram socket $1. Node has no such sockets. */
const receiver = `import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print('listening', flush=True)
while True: print(s.recv(4096).decode().replace('\\n', ' '), flush=True)`;

async function messagesOfHost(folder) {
  run('systemd-notify', ['--version']);
  run('python3', ['--version']);
  const socket = join(folder, 'notify.sock');
  const python = spawn('python3', ['-c', receiver, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  python.stdout.on('data', (chunk) => {
    text += chunk;
  });
  try {
    await once(python.stdout, 'data');
    const program = join(installed(folder, 'for-unit'), 'dist', 'host', 'edgewatch.js');
    const variables = { ...process.env, NOTIFY_SOCKET: socket, EDGEWATCH_DATA: join(folder, 'unit-data') };
    const host = await startHost(process.execPath, [program, '--port', '0'], { env: variables });
    await until(() => /READY=1/.test(text));
    process.kill(host.child.pid, 'SIGHUP');
    await until(() => /RELOADING=1.*READY=1/s.test(text));
    const code = await stopHost(host);
    expect(code === 0, `it ended with ${code}`);
    await until(() => /STOPPING=1/.test(text));
    expect(/^listening\n(?:.*\n)*?READY=1/.test(text) && /MONOTONIC_USEC=\d+/.test(text), text);
  } finally {
    python.kill();
  }
}

async function until(isTrue) {
  const end = Date.now() + 10_000;
  while (!isTrue()) {
    expect(Date.now() < end, 'a message did not arrive within 10 s');
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}

export async function testUnit(folder) {
  // The check wants the program to exist.
  const copies = join(folder, 'units');
  mkdirSync(copies);
  const copy = join(copies, 'edgewatch.service');
  writeFileSync(
    copy,
    readFileSync(unit, 'utf8').replace('ExecStart=edgewatch ', `ExecStart=${process.execPath} `),
  );
  await step('systemd: systemd-analyze verify has no complaint', () => {
    run('systemd-analyze', ['--version']);
    const output = run('sh', ['-c', 'systemd-analyze verify --man=no "$0" 2>&1', copy]).trim();
    expect(output === '', output);
  });
  await step('systemd: systemd-analyze security', () => {
    const args = ['security', '--offline=true', `--threshold=${mostExposure}`, '--no-pager', copy];
    const output = run('systemd-analyze', args);
    return output
      .trim()
      .split('\n')
      .at(-1)
      .replace(/[^\w .:()-]/g, '')
      .trim();
  });
  await step('systemd: a host tells systemd when it is ready, reloads and stops', () => messagesOfHost(folder));
}
