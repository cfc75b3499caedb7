/** Hosts of a test's own: the built program, started as an operator starts it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../dist/host/edgewatch.js', import.meta.url));

export interface Host {
  /** The first URL it printed, without a trailing slash. */
  readonly url: string;
  /** Lets so many milliseconds pass for it at once: what it keeps for a while is that much older. */
  leap(milliseconds: number): Promise<void>;
  /**
   * Stops its clocks: the wall clock at a time, epoch milliseconds, and the monotonic clock, which only `leap` moves then.
   * A host compares `Date` of responses with its wall clock, so that must stand still with the clock of the service.
   */
  stopClocks(wall: number): Promise<void>;
  /** What it wrote so far, on both streams. */
  readonly written: () => string;
  signal(name: NodeJS.Signals): void;
  /** Resolves with its exit code once it has ended, of itself or not. */
  readonly ended: Promise<number | null>;
  /** Asks it to end; resolves with its exit code once it has. */
  stop(): Promise<number | null>;
}

/** Those of this process. */
const running = new Set<Host>();

/** Lets time pass for several hosts at once, by default for all of this process. */
export async function leapHosts(milliseconds: number, hosts: Iterable<Host> = running): Promise<void> {
  await Promise.all([...hosts].map((host) => host.leap(milliseconds)));
}

/** What a test does to the clocks of a host, milliseconds. */
type ClockMessage = { readonly leap: number } | { readonly wall: number };

/** Runs in a host before its program and obeys each {@link ClockMessage}. */
const leaping = `data:text/javascript,${encodeURIComponent(`
  const now = performance.now.bind(performance);
  let leapt = 0;
  let stoppedAt = null;
  performance.now = () => (stoppedAt ?? now()) + leapt;
  process.on('message', ({ leap = 0, wall }) => {
    leapt += leap;
    if (wall !== undefined) {
      stoppedAt ??= now();
      Date.now = () => wall;
    }
    process.send('done');
  });
  process.channel.unref();
`)}`;

function launch(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Resolves with what a process wrote once it has ended. */
function ended(child: ChildProcess): Promise<{ code: number | null; stdout: string; stderr: string }> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (text) => {
    stdout += String(text);
  });
  child.stderr?.on('data', (text) => {
    stderr += String(text);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/**
 * Starts a host, on a free port unless told, and waits until it says where it is.
 *
 * @param script - the program of another build.
 * @param variables - added to its environment.
 * @throws Error with what it wrote where it ends instead.
 */
export async function startHost(
  args: readonly string[] = [],
  script = program,
  variables: Readonly<Record<string, string>> = {},
): Promise<Host> {
  const port = args.includes('--port') ? [] : ['--port', '0'];
  // Many run at once, and a folder is one host's.
  const data = join(tmpdir(), `edgewatch-data-${randomUUID()}`);
  const child = spawn(process.execPath, ['--import', leaping, script, ...port, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // What tests count is what pages ask; those of the observer say otherwise.
    env: { ...process.env, EDGEWATCH_OBSERVE: 'off', EDGEWATCH_DATA: data, ...variables },
  });
  const end = ended(child).finally(() => rm(data, { recursive: true, force: true }));
  let text = '';
  const printed = new Promise<string>((resolve) => {
    const look = (chunk: unknown) => {
      text += String(chunk);
      // The line must be whole, or the port could be cut.
      const url = /(https?:\/\/\S+)\s/.exec(text)?.[1];
      if (url !== undefined) resolve(url.replace(/\/$/, ''));
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
  });
  const failed = end.then(({ code, stderr }): never => {
    throw new Error(`The host ended with ${code} before it could serve: ${stderr}`);
  });
  const url = await Promise.race([printed, failed]);
  failed.catch(() => undefined);
  const setClock = async (message: ClockMessage) => {
    if (!child.connected) return;
    const done = once(child, 'message');
    child.send(message);
    await Promise.race([done, end]);
  };
  const host: Host = {
    url,
    written: () => text,
    signal: (name) => void child.kill(name),
    ended: end.then(({ code }) => code),
    leap: (milliseconds) => setClock({ leap: milliseconds }),
    stopClocks: (wall) => setClock({ wall }),
    async stop() {
      running.delete(host);
      child.kill('SIGTERM');
      return (await end).code;
    },
  };
  running.add(host);
  return host;
}

/** Runs the program to its end, for command lines that must not start anything. */
export function runProgram(args: readonly string[]) {
  return ended(launch(args));
}
