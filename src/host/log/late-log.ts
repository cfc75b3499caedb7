/** Keeps what there is to write down until the library is loaded that writes it: the start does not wait for that. */

import type { Log } from './log.ts';

export interface LateLog extends Log {
  /** Writes what has waited, and everything from now on. */
  readonly open: (log: Log) => void;
}

export function createLateLog(): LateLog {
  let opened: Log | null = null;
  const waiting: ((log: Log) => void)[] = [];
  const tell = (write: (log: Log) => void) => {
    if (opened) write(opened);
    else waiting.push(write);
  };
  return {
    request: (line) => tell((log) => log.request(line)),
    report: (text) => tell((log) => log.report(text)),
    note: (text) => tell((log) => log.note(text)),
    fatal(error) {
      if (opened) opened.fatal(error);
      // Nothing is waited for any more.
      else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    },
    flush: () => opened?.flush(),
    open(log) {
      opened = log;
      for (const write of waiting) write(log);
      waiting.length = 0;
    },
  };
}
