/** Reloads the configuration of a running host: on SIGHUP, and when its files change. */

import { basename } from 'node:path';
import { ConfigurationError } from '../configuration/mistakes.ts';
import { filesOf } from '../configuration/own-secrets.ts';
import type { Settings } from '../configuration/settings.ts';
import { watchFiles } from '../configuration/watch-files.ts';
import type { RunningHost } from './serve.ts';

export interface Reloading {
  readonly host: Pick<RunningHost, 'apply' | 'refuse' | 'renew'>;
  readonly settings: Settings;
  readonly configFile: string | null;
  readonly read: () => Promise<Settings>;
  readonly report: (line: string) => void;
  readonly note: (line: string) => void;
}

export interface Reload {
  /** Reads and applies the configuration. Reloads run one after another, and none is skipped. */
  reload(): Promise<void>;
  close(): void;
}

/**
 * Describes a refused configuration for `/readyz`, which is public: the number of mistakes and the place of
 * the first one.
 */
function summaryOf(error: unknown): string {
  if (!(error instanceof ConfigurationError)) return 'It cannot be read; see the log.';
  const [place = ''] = error.lines[0]?.split(' ', 1) ?? [];
  const many = error.lines.length === 1 ? '1 mistake' : `${error.lines.length} mistakes`;
  return `${many}, the first at ${basename(place.replace(/:$/, ''))}; see the log for all.`;
}

export function keepUpToDate({ host, settings, configFile, read, report, note }: Reloading): Reload {
  let current = settings;
  let last: Promise<void> = Promise.resolve();
  const take = async () => {
    try {
      const next = await read();
      const needRestart = await host.apply(next);
      current = next;
      note('The configuration was reloaded and applies.');
      for (const line of needRestart) report(line);
    } catch (error) {
      host.refuse(summaryOf(error));
      report('The new configuration is refused; the previous one still applies.');
      const why = error instanceof Error ? error.message : String(error);
      for (const line of why.split('\n')) report(line);
    }
  };
  const reload = () => {
    last = last.then(take);
    return last;
  };
  const watch = watchFiles(
    () => [...(configFile === null ? [] : [configFile]), ...filesOf(current)],
    (changed) => {
      if (configFile !== null && changed.includes(configFile)) void reload();
      if (changed.some((file) => file !== configFile)) host.renew();
    },
  );
  return { reload, close: () => watch.close() };
}
