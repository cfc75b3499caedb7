/** Rows as a file, part by part. */

import { hostAddress } from '#app/delivered/base.ts';
import { findDeployment } from '#app/delivered/config.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { type ExportFormat, type ExportHeading, type ExportValue, exportWriter } from '#domain/text/exports.ts';

/** What a file is made of. */
export interface Exported {
  /** What stands above the rows, so that a file cannot outlive its truth. */
  readonly heading: ExportHeading;
  readonly names: readonly string[];
  readonly count: number;
  /** Some of the rows, a value for each name. */
  readonly cells: (from: number, to: number) => Promise<readonly (readonly ExportValue[])[]>;
  /** Keeps the rows until what it returns is called. */
  readonly hold?: (() => () => void) | undefined;
}

export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  tsv: 'text/plain',
};

export function claimInWords(claim: Claim): string {
  if (claim.kind === 'exact') return 'exact';
  if (claim.kind === 'known-regions') return `complete for ${claim.regions} known regions`;
  return `at least: ${claim.reasons.join('; ')}`;
}

/** The configured address of a deployment, without secrets; that of a demo is the host's own. */
export function baseUrlOf(slug: string): string {
  const shown = findDeployment(slug)?.shownUrl ?? slug;
  return new URL(hostAddress(shown), document.baseURI).href.replace(/\/$/, '');
}

/** Rows of one part: so many are written between two frames. */
const partLength = 1_000;

/** Only one part of the rows is on this thread at a time. */
export async function fileOf(
  format: ExportFormat,
  { heading, names, count, cells, hold }: Exported,
  { signal, onWritten }: { readonly signal: AbortSignal; readonly onWritten: (rows: number) => void },
): Promise<Blob> {
  const writer = exportWriter(
    format,
    heading,
    names.map((name) => ({ name })),
  );
  const parts: Blob[] = [new Blob([writer.head])];
  // A refresh lets go of the list it replaces; this one is still being read.
  const release = hold?.();
  try {
    for (let from = 0; from < count; from += partLength) {
      // One part after the other, so that no more than that is held.
      const part = await cells(from, from + partLength);
      signal.throwIfAborted();
      parts.push(new Blob([writer.rows(part, from === 0)]));
      onWritten(from + part.length);
    }
  } finally {
    release?.();
  }
  return new Blob([...parts, writer.foot], { type: mediaTypes[format] });
}
