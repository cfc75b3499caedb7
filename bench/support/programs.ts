/** Starts child processes that end with this process, and reads their CPU time and memory. */

import { type ChildProcess, fork, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const running = new Set<ChildProcess>();

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

function keep(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

/** Maximum milliseconds to wait for output of a program. */
const patience = 60_000;

/**
 * Resolves to the first value that `listen` reports.
 *
 * @throws Error with `what` if the process ends or stays silent.
 */
function firstReport<T>(
  child: ChildProcess,
  what: string,
  listen: (report: (value: T) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      child.off('exit', ended).off('error', broken);
    };
    const fail = (reason: string) => {
      settle();
      reject(new Error(`${what} ${reason}.`));
    };
    const ended = (code: number | null) =>
      fail(`ended early with ${code === null ? 'a signal' : `code ${code}`}`);
    const broken = (error: Error) => fail(`could not be started: ${error.message}`);
    const timer = setTimeout(() => fail(`said nothing for ${patience / 1000} s`), patience);
    child.once('exit', ended).once('error', broken);
    listen((value) => {
      settle();
      resolve(value);
    });
  });
}

export interface ListeningProgram {
  readonly pid: number;
  readonly origin: string;
  /** Milliseconds from the start of the process until it printed its address. */
  readonly startMilliseconds: number;
  stop(): Promise<void>;
}

/** Starts a Node program that prints its address once it listens. */
export async function startListening(
  name: string,
  args: readonly string[],
  cwd: string,
): Promise<ListeningProgram> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  keep(child);
  const { origin, milliseconds } = await firstReport<{ origin: string; milliseconds: number }>(
    child,
    name,
    (found) => {
      let text = '';
      const read = (chunk: string) => {
        text += chunk;
        const [, address] = /(http:\/\/127\.0\.0\.1:\d+)\s/.exec(text) ?? [];
        if (address === undefined) return;
        found({ origin: address, milliseconds: performance.now() - started });
        // Later output is discarded: reading a log line per request would cost more than the requests.
        child.stdout.off('data', read).resume();
      };
      child.stdout.setEncoding('utf8').on('data', read);
    },
  );
  return {
    pid: child.pid ?? 0,
    origin,
    startMilliseconds: milliseconds,
    stop: () => stop(child),
  };
}

export function startHost(root: string, args: readonly string[] = []): Promise<ListeningProgram> {
  return startListening('The host', [join('dist', 'host', 'edgewatch.js'), '--port', '0', ...args], root);
}

export interface HelperProgram {
  readonly pid: number;
  /** Sends a message and resolves to the reply. Send the next message only after it. */
  ask<T>(message: object): Promise<T>;
  stop(): Promise<void>;
}

/** Starts a helper program, which replies to each message with one message. */
export function startHelper(programs: string, name: string, execArgv: readonly string[] = []): HelperProgram {
  const child = fork(join(programs, `${name}.js`), { execArgv: [...execArgv] });
  keep(child);
  return {
    pid: child.pid ?? 0,
    ask: <T>(message: object) =>
      firstReport<T>(child, `The program ${name}`, (found) => {
        // The helper is part of this repository, so its reply has the expected type.
        child.once('message', (answer) => found(answer as T));
        child.send(message);
      }),
    stop: () => stop(child),
  };
}

/**
 * Replies to each message of the parent, and ends this process with the parent. The parent uses
 * `startHelper`.
 */
export function answerMessages(answer: (message: never) => Promise<object>): void {
  process.once('disconnect', () => process.exit());
  process.on('message', (message) => {
    // The parent sends the type that `answer` takes, but types are lost between processes.
    void answer(message as never).then((result) => process.send?.(result));
  });
}

export interface Usage {
  /** CPU milliseconds of all threads since the start, in steps of 10 ms. */
  readonly cpuMilliseconds: number;
  readonly residentBytes: number;
}

/** CPU time and memory of a process. `null` without /proc. */
export function usageOf(pid: number): Usage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may contain any character. The fields after it are plain numbers (proc(5)), in
    // ticks of 10 ms.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return { cpuMilliseconds: ticks * 10, residentBytes: Number(kibibytes) * 1024 };
  } catch {
    return null;
  }
}

/** CPU milliseconds of all current threads since their start, at nanosecond resolution. NaN without /proc. */
export function processorMilliseconds(pid: number): number {
  try {
    const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) => {
      // Fields: time on CPU, time waiting, number of time slices (Documentation/scheduler/sched-stats.rst).
      const [onProcessor] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
      return Number(onProcessor);
    });
    return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
  } catch {
    return Number.NaN;
  }
}
