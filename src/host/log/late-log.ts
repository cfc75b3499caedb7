/** Buffers log lines until the log library is loaded, so that the start does not wait for it. */

import type { Log } from './log.ts';

export interface LateLog extends Log {
  readonly open: (log: Log) => void;
}

export function createLateLog(): LateLog {
  let opened: Log | null = null;
  const waiting: ((log: Log) => void)[] = [];
  const writeOrBuffer = (write: (log: Log) => void) => {
    if (opened) write(opened);
    else waiting.push(write);
  };
  return {
    request: (line) => writeOrBuffer((log) => log.request(line)),
    report: (text) => writeOrBuffer((log) => log.report(text)),
    note: (text) => writeOrBuffer((log) => log.note(text)),
    fatal(error) {
      if (opened) opened.fatal(error);
      // The process ends: write directly.
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
