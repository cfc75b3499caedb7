/** Runs `edgewatch import --from BASE_URL` (docs/operate/import.md). */

import type { Transport } from '#client/exchange.ts';
import { openFetch } from '#host/check/open-fetch.ts';
import { reasonOf } from '#host/check/requests.ts';
import type { DeploymentImport } from '#host/configuration/arguments/import.ts';
import { maskOf } from '#host/net/mask-secrets.ts';
import { headerValues, readAuthority } from '../given-files.ts';
import { type Copied, copyDeployment } from './copy-deployment.ts';
import { withImported } from './open-imported.ts';
import { type ImportOutput, Progress } from './progress.ts';

/** Maximum milliseconds without any byte from a deployment. */
const longestSilence = 60_000;

/** Creates the transport to a deployment, with the headers and the authority of the command line. */
function openTransport(headers: Readonly<Record<string, string>>, authority: string | null) {
  const network = openFetch(authority, longestSilence);
  const transport: Transport = async (url, { headers: { accept }, redirect, signal }) => {
    try {
      return { response: await network.fetch(url, { headers: { ...headers, accept }, redirect, signal }) };
    } catch (cause) {
      throw signal.aborted ? cause : new Error(reasonOf(cause), { cause });
    }
  };
  return { transport, close: () => network.close() };
}

/**
 * @returns whether everything that the deployment offers is stored.
 * @throws SettingsError for a mistake on the command line, or if another process uses the store.
 */
export async function importDeployment(
  data: string,
  { baseUrl, headers, ca }: DeploymentImport,
  { print, report, terminal }: ImportOutput,
): Promise<boolean> {
  const values = headerValues(headers);
  const mask = maskOf(Object.values(values));
  const progress = new Progress(terminal);
  const { transport, close } = openTransport(values, readAuthority(ca));
  const events = {
    onStart: (name: string) => progress.show(() => `Reading ${name}…`),
    onCopied({ outcome, lines }: Copied) {
      progress.clear();
      for (const line of lines) (outcome === 'failed' ? report : print)(mask(`${line}.`));
    },
  };
  try {
    return await withImported(data, (store) => copyDeployment(store, { baseUrl, transport }, events));
  } finally {
    await close();
  }
}
