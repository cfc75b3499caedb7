/** Runs `edgewatch import FILE…`: fills the store of `edgewatch serve --service` (docs/operate/import.md). */

import { createReadStream, statSync } from 'node:fs';
import { formatExact } from '#domain/text/format.ts';
import { settled } from '#domain/text/visible-text.ts';
import type { FileImport } from '#host/configuration/arguments/import.ts';
import { resourceNames } from '#service/imports.ts';
import type { Store } from '#service/store.ts';
import { importFile, type Refused, type Stored } from './import-file.ts';
import { withImported } from './open-imported.ts';
import { type ImportOutput, Progress } from './progress.ts';
import { type NamedFile, recognise } from './recognise.ts';

/** Bytes of a file that are read at once. */
const readAtOnce = 64 * 1024;

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}

function storedLine({ file, resource }: NamedFile, stored: Stored, began: number): string {
  if (resource === 'status') return `${file}: the status document is stored.`;
  const name = resourceNames[resource];
  const before = stored.replaced > 0 ? `, in place of ${formatExact(stored.replaced)}` : '';
  const lines = [`${file}: ${formatExact(stored.stored)} ${name} stored in ${seconds(began)} s${before}.`];
  if (stored.claim.claim !== 'exact')
    lines.push(`The list is incomplete: ${stored.claim.why}. The service reports has_more.`);
  if (stored.unlisted.length > 0)
    lines.push(`Ignored members, which the API does not have: ${stored.unlisted.join(', ')}.`);
  return lines.map(settled).join(' ');
}

function refusedLines(file: string, { refusals, refused }: Refused): readonly string[] {
  const more = refused - refusals.length;
  const rows = `${formatExact(refused)} ${refused === 1 ? 'fault' : 'faults'}`;
  return [
    ...refusals,
    ...(more > 0 ? [`… and ${formatExact(more)} more`] : []),
    `${file}: refused because of ${rows}. Nothing of it is stored.`,
  ];
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
}

async function importNamed(
  store: Store,
  named: NamedFile,
  { print, report, terminal }: ImportOutput,
): Promise<boolean> {
  const { file } = named;
  const began = performance.now();
  const progress = new Progress(terminal);
  try {
    const { size } = statSync(file);
    const bytes = createReadStream(file, { highWaterMark: readAtOnce });
    const result = await importFile(store, named, bytes, (taken, rows) =>
      progress.show(() => {
        const share = size > 0 ? `, ${Math.min(100, Math.floor((100 * taken) / size))} %` : '';
        return settled(`${file}: ${formatExact(rows)} rows${share}`);
      }),
    );
    progress.clear();
    if (result.kind === 'stored') print(storedLine(named, result, began));
    else for (const line of refusedLines(file, result)) report(line);
    return result.kind === 'stored';
  } catch (cause) {
    progress.clear();
    const code = codeOf(cause);
    const what = code.startsWith('SQLITE') ? 'stored' : 'read';
    report(settled(`${file}: it cannot be ${what} (${code}). The store is as it was before.`));
    return false;
  }
}

/**
 * @returns whether all files are stored.
 * @throws SettingsError for a mistake on the command line, or if another process uses the store.
 */
export async function importFiles(
  data: string,
  { files, resource, format }: FileImport,
  output: ImportOutput,
): Promise<boolean> {
  const all = recognise(files, resource, format);
  return withImported(data, async (store) => {
    let isStored = true;
    for (const named of all) isStored = (await importNamed(store, named, output)) && isStored;
    return isStored;
  });
}
