/** Runs the steps of `npm run package-test`, prints one line for each, and starts hosts. */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Hosts that run: each is a group of processes. A failed step leaves its host to the end of the test. */
const running = new Set();
process.once('exit', () => {
  for (const { pid } of running) process.kill(-Number(pid), 'SIGKILL');
});

const counts = { passed: 0, failed: 0, skipped: 0 };

/** What a step throws if this machine lacks something. The message says what. */
export class Missing extends Error {}

/** Runs one step. @param work - returns figures to print, or nothing. */
export async function step(name, work) {
  try {
    const figures = await work();
    counts.passed += 1;
    process.stdout.write(`passed   ${name}${figures ? `: ${figures}` : ''}\n`);
  } catch (error) {
    const outcome = error instanceof Missing ? 'skipped' : 'failed';
    counts[outcome] += 1;
    process.stdout.write(`${outcome.padEnd(8)} ${name}: ${error.message}\n`);
  }
}

/** Prints the number of steps by outcome. @returns whether no step failed. */
export function summarize() {
  const { passed, failed, skipped } = counts;
  process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  return failed === 0;
}

export function expect(isTrue, sentence) {
  if (!isTrue) throw new Error(sentence);
}

/** Runs a program to its end. @returns its output. @throws Missing if it is not installed. */
export function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    ...options,
  });
  if (error?.code === 'ENOENT') throw new Missing(`${command} is not installed`);
  if (error) throw error;
  expect(status === 0, `${command} exited with ${status}: ${stdout}${stderr}`);
  return stdout;
}

/** Maximum milliseconds until a host prints its address. `npx` installs the package first. */
const longestStart = 60_000;

/**
 * Starts a host and waits for its address.
 * @returns its process, its URL, the time of its start, its output so far, and a function that ends it.
 */
export async function startHost(command, args, options = {}) {
  const startedAt = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, ...options });
  running.add(child);
  let text = '';
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code;
  });
  const url = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`It printed no address: ${text}`)), longestStart);
    const take = (chunk) => {
      text += chunk;
      const printed = /Edgewatch: (https?:\/\/\S+)\s/.exec(text)?.[1];
      if (printed === undefined) return;
      clearTimeout(timer);
      resolve(printed);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('error', reject);
    void ended.then((code) => reject(new Error(`It ended with ${code}: ${text}`)));
  });
  return { child, url, startedAt, ended, written: () => text };
}

/**
 * Ends a host with SIGTERM, and the program that started it, as Ctrl+C does.
 * @param pid - process that gets the signal in place of all of them.
 * @returns the exit code.
 */
export function stopHost({ child, ended }, pid = -Number(child.pid)) {
  process.kill(pid, 'SIGTERM');
  return ended;
}
