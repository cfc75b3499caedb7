/** Starts programs of the machine, such as nginx from a Debian package. Each runs in a folder of its own. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RunningProgram {
  readonly url: string;
  /** Returns the last output of the program, both streams. */
  readonly written: () => string;
  readonly stop: () => Promise<void>;
}

export function isInstalled(command: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  server.close();
  await once(server, 'close');
  return address.port;
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => undefined);
    socket.once('connect', () => socket.destroy());
  });
}

interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  /** Files to write into the folder, by relative path. */
  readonly files: Readonly<Record<string, string>>;
  readonly folders?: readonly string[];
  /** Variables to add to the environment. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Starts a program, and waits until its port accepts connections. The folder is removed when it stops. */
export async function startProgram(port: number, folder: string, launch: Launch): Promise<RunningProgram> {
  for (const name of launch.folders ?? []) await mkdir(join(folder, name), { recursive: true });
  for (const [name, text] of Object.entries(launch.files)) await writeFile(join(folder, name), text);
  // The folder is writable for all, because some of these programs switch from root to another user.
  await chmod(folder, 0o777);
  for (const name of launch.folders ?? []) await chmod(join(folder, name), 0o777);
  const child: ChildProcess = spawn(launch.command, launch.args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...launch.variables },
  });
  let written = '';
  const keep = (text: unknown) => {
    written = (written + String(text)).slice(-20_000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const ended = once(child, 'close');
  let hasEnded = false;
  ended.then(
    () => {
      hasEnded = true;
    },
    () => undefined,
  );
  const deadline = Date.now() + 30_000;
  while (!(await canConnect(port))) {
    if (hasEnded || Date.now() > deadline) throw new Error(`${launch.command} did not start: ${written}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  return {
    url: `http://127.0.0.1:${port}`,
    written: () => written,
    async stop() {
      child.kill('SIGTERM');
      const killer = setTimeout(() => child.kill('SIGKILL'), 3_000);
      await ended;
      clearTimeout(killer);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a free port and a new folder for a program. */
export async function place(name: string): Promise<{ readonly port: number; readonly folder: string }> {
  return { port: await freePort(), folder: await mkdtemp(join(tmpdir(), `edgewatch-${name}-`)) };
}
