/** Runs `edgewatch serve --service`: serves the imported data by the API at the root (docs/operate/import.md). */

import { createImportedApp } from '#service/app.ts';
import { importedPaths, readImported } from '#service/imports.ts';
import type { ServiceCommand } from '../configuration/arguments/import.ts';
import { listen } from '../http/listen.ts';
import type { RequestLine } from '../log/log.ts';
import { SettingsError } from '../net/settings-error.ts';
import { hasImported, openImported } from './import/open-imported.ts';

export interface ServiceOutput {
  readonly print: (line: string) => void;
  readonly onAnswered: (line: RequestLine) => void;
}

export interface RunningService {
  /** Stops the service. Responses in progress get `milliseconds` to finish. */
  close(milliseconds: number): Promise<void>;
}

/** @throws SettingsError if nothing was imported, another process uses the store, or the address is taken. */
export async function serveService(
  { data, host, port }: ServiceCommand,
  { print, onAnswered }: ServiceOutput,
): Promise<RunningService> {
  const nothing = `${data} has no imported data; import some with edgewatch import FILE --data ${data}.`;
  if (!hasImported(data)) throw new SettingsError(nothing);
  const store = await openImported(data);
  try {
    const imported = await readImported(store);
    const offered = importedPaths(imported);
    if (offered.length === 0) throw new SettingsError(nothing);
    const app = createImportedApp(store, imported);
    const listening = await listen({
      fetch: (request) => app.fetch(request),
      port,
      host,
      // Any page may read the service (choices.ts), so a foreign name gains nothing.
      isOwnName: () => true,
      onAnswered,
    });
    print(`Edgewatch service: ${listening.origin}`);
    for (const path of offered) print(`  ${path}`);
    return {
      async close(milliseconds) {
        try {
          await listening.close(milliseconds);
        } finally {
          await store.close();
        }
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
