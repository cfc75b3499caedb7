import { hostAddress } from '#app/delivered/base.ts';
import { findDeployment } from '#app/delivered/config.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { type ExportFormat, type ExportHeading, type ExportValue, exportWriter } from '#domain/text/exports.ts';

export interface Exported {
  /** Header lines with source, time and completeness. */
  readonly heading: ExportHeading;
  readonly names: readonly string[];
  readonly count: number;
  /** Cells of the rows `[from, to)`, one value per name. */
  readonly cells: (from: number, to: number) => Promise<readonly (readonly ExportValue[])[]>;
  /**
   * Prevents the release of the rows.
   * @returns a function that ends this.
   */
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

/** The configured address of a deployment, without secrets. A demo has the host's own address. */
export function baseUrlOf(slug: string): string {
  const shown = findDeployment(slug)?.shownUrl ?? slug;
  return new URL(hostAddress(shown), document.baseURI).href.replace(/\/$/, '');
}

/** Rows per part; one part is written between two frames. */
const partLength = 1_000;

/** Builds the file part by part, so that the main thread has few rows at a time. */
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
  // A refresh would release the list while it is read.
  const release = hold?.();
  try {
    for (let from = 0; from < count; from += partLength) {
      // Part by part, to bound memory.
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
