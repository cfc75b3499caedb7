/** Starts browsers and their drivers as child processes. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from '@playwright/test';

export interface Program {
  /** Output of the program so far, both streams. */
  readonly written: () => string;
  /** Waits until the output matches a pattern. Returns the first group of the match. */
  awaitOutput(pattern: RegExp): Promise<string>;
  /** Stops the program with SIGTERM, or with SIGKILL if that does not end it. */
  stop(): Promise<void>;
}

/** Starts a program with variables added to its environment. */
export function startProgram(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Program {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...variables },
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      written += String(chunk);
    });
  // Not `close`: processes that the program started may keep its streams open.
  const ended = once(child, 'exit');
  ended.catch(() => undefined);
  // If a test fails before it can stop the program, the program ends with the worker.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  return {
    written: () => written,
    async awaitOutput(pattern) {
      const options = { message: `output of ${command}`, timeout: 60_000 };
      await expect.poll(() => written, options).toMatch(pattern);
      return pattern.exec(written)?.[1] ?? '';
    },
    async stop() {
      child.kill('SIGTERM');
      const killer = setTimeout(kill, 3_000);
      await ended;
      clearTimeout(killer);
      process.removeListener('exit', kill);
      child.stdout.destroy();
      child.stderr.destroy();
    },
  };
}
