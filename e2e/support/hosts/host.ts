/** Starts hosts for tests: the built program, as an operator starts it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../dist/host/edgewatch.js', import.meta.url));

export interface Host {
  /** First URL that the host printed, without a trailing slash. */
  readonly url: string;
  /**
   * Advances the monotonic clock of the host at once, so that its cached data becomes older by that time.
   */
  leap(milliseconds: number): Promise<void>;
  /**
   * Stops the clocks of the host: the wall clock at `wall` (epoch milliseconds), and the monotonic clock,
   * which `leap` still moves. A host compares the `Date` of responses with its wall clock, so stop the clock
   * of the service at the same time.
   */
  stopClocks(wall: number): Promise<void>;
  /** Output of the host so far, both streams. */
  readonly written: () => string;
  signal(name: NodeJS.Signals): void;
  readonly ended: Promise<number | null>;
  /** Stops the host with SIGTERM. Resolves to its exit code. */
  stop(): Promise<number | null>;
}

const running = new Set<Host>();

/**
 * Advances the monotonic clocks of hosts at once. Default: all hosts of this process, without shared ones.
 */
export async function leapHosts(milliseconds: number, hosts: Iterable<Host> = running): Promise<void> {
  await Promise.all([...hosts].map((host) => host.leap(milliseconds)));
}

/** Excludes a host from the default of `leapHosts`, because all tests of a worker share the host. */
export function shareHost(host: Host): Host {
  running.delete(host);
  return host;
}

type ClockMessage = { readonly leap: number } | { readonly wall: number };

/** Script that is loaded into a host before its program. It applies each {@link ClockMessage}. */
const clockPreload = `data:text/javascript,${encodeURIComponent(`
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
 * Starts a host, by default on a free port, and waits until it prints its URL.
 *
 * @param script - path of the host program. Default: that of this build.
 * @param variables - variables to add to its environment.
 * @throws Error with its output if it ends before that.
 */
export async function startHost(
  args: readonly string[] = [],
  script = program,
  variables: Readonly<Record<string, string>> = {},
): Promise<Host> {
  const port = args.includes('--port') ? [] : ['--port', '0'];
  // Many hosts run at once, so each gets a data folder of its own.
  const data = join(tmpdir(), `edgewatch-data-${randomUUID()}`);
  const child = spawn(process.execPath, ['--import', clockPreload, script, ...port, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Tests count the requests of pages, so the observer is off unless a test needs it.
    env: { ...process.env, EDGEWATCH_OBSERVE: 'off', EDGEWATCH_DATA: data, ...variables },
  });
  const end = ended(child).finally(() => rm(data, { recursive: true, force: true }));
  let text = '';
  const printed = new Promise<string>((resolve) => {
    const scan = (chunk: unknown) => {
      text += String(chunk);
      // The character after the URL proves that the port is complete, because output may arrive in parts.
      const url = /(https?:\/\/\S+)\s/.exec(text)?.[1];
      if (url !== undefined) resolve(url.replace(/\/$/, ''));
    };
    child.stdout?.on('data', scan);
    child.stderr?.on('data', scan);
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

/** Runs the host program to its end, for command lines that start no server. */
export function runProgram(args: readonly string[]) {
  return ended(launch(args));
}
