/** Hosts of a test's own: the built program, started as an operator starts it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../dist/host/edgewatch.js', import.meta.url));

export interface Host {
  /** The first URL it printed, without a trailing slash. */
  readonly url: string;
  /** Asks it to end; resolves with its exit code once it has. */
  stop(): Promise<number | null>;
}

function launch(args: readonly string[], script = program): ChildProcess {
  return spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
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
 * @throws Error with what it wrote where it ends instead.
 */
export async function startHost(args: readonly string[] = [], script = program): Promise<Host> {
  const port = args.includes('--port') ? [] : ['--port', '0'];
  const child = launch([...port, ...args], script);
  const end = ended(child);
  const printed = new Promise<string>((resolve) => {
    let text = '';
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
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      return (await end).code;
    },
  };
}

/** Runs the program to its end, for command lines that must not start anything. */
export function runProgram(args: readonly string[]) {
  return ended(launch(args));
}
