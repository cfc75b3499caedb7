/** Tells systemd the state of the host, for units with `Type=notify` (deploy/systemd/edgewatch.service). */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Variables } from '../configuration/arguments/flags.ts';

/** State of the host in the terms of sd_notify(3). */
export type ServiceState = 'READY' | 'RELOADING' | 'STOPPING';

export type TellState = (state: ServiceState) => Promise<void>;

/** Maximum milliseconds for one message. systemd-notify waits until systemd has read it. */
const longestWait = 5_000;

const run = promisify(execFile);

function messageOf(state: ServiceState): string[] {
  // systemd ignores a reload that began before its own request, so it wants the time: CLOCK_MONOTONIC, microseconds.
  const began = state === 'RELOADING' ? [`MONOTONIC_USEC=${process.hrtime.bigint() / 1_000n}`] : [];
  return [`${state}=1`, ...began];
}

/**
 * Returns a function that tells systemd a state. Messages arrive in order. Without `NOTIFY_SOCKET` there is no
 * systemd to tell. Node cannot open datagram sockets of the Unix domain, so the program systemd-notify sends.
 * @param report - gets a sentence if a message cannot be sent.
 */
export function tellSystemd(variables: Variables, report: (line: string) => void): TellState {
  if ((variables['NOTIFY_SOCKET'] ?? '') === '') return async () => undefined;
  let last = Promise.resolve();
  const send = async (message: readonly string[]) => {
    try {
      await run('systemd-notify', message, { env: { ...variables }, timeout: longestWait });
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? cause.code : null;
      const why = typeof code === 'string' || typeof code === 'number' ? String(code) : String(cause);
      report(
        `systemd does not get ${message.join(' ')}: systemd-notify failed (${why}). Install it, or set Type=exec in the unit.`,
      );
    }
  };
  return (state) => {
    const message = messageOf(state);
    last = last.then(() => send(message));
    return last;
  };
}
