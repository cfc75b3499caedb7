import { hostAddress } from '#app/delivered/base.ts';
import { findDeployment } from '#app/delivered/config.ts';
import type { Answer } from '#domain/answer/answer.ts';
import { momentTextOf, presentSlug } from '#domain/history/past/slug-in-time.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { type ExportFormat, type ExportHeading, type ExportValue, exportWriter } from '#domain/text/exports.ts';

export interface Exported {
  /** Lines at the head of the file: source, time and completeness of the data. */
  readonly heading: ExportHeading;
  readonly names: readonly string[];
  readonly count: number;
  /** Returns the cells of the rows `from` to `to`, without row `to`; one value for each of `names`. */
  readonly cells: (from: number, to: number) => Promise<readonly (readonly ExportValue[])[]>;
  /**
   * Keeps the rows from being released during the export.
   * @returns a function that allows their release.
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

/**
 * Returns the configured base URL of a deployment, without secrets. For a demo, it is on the host's own
 * address.
 */
export function baseUrlOf(slug: string): string {
  const shown = findDeployment(presentSlug(slug))?.shownUrl ?? slug;
  return new URL(hostAddress(shown), document.baseURI).href.replace(/\/$/, '');
}

/** Returns the lines that name a deployment, and the moment if the data are of the past. */
export function deploymentLines(slug: string): ExportHeading {
  const moment = momentTextOf(slug);
  return [['deployment', presentSlug(slug)], ...(moment === undefined ? [] : [['as of', moment] as const])];
}

/** Returns the line of the poll that a response of the past rests on, and whether the state was known then. */
export function observedLines(answer: Answer<unknown> | null): readonly (readonly [string, string])[] {
  const { asOf, seen, observed } = answer?.headers ?? {};
  if (asOf == null) return [];
  return [['observed', `${seen ?? 'never'}${observed === null ? '' : `, ${observed}`}`]];
}

/** Number of rows per part. One part is written between two frames. */
const partLength = 1_000;

/** Builds the exported file part by part, so that the main thread has few rows at a time. */
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
  // Without this, a refresh would release the list while it is read.
  const release = hold?.();
  try {
    for (let from = 0; from < count; from += partLength) {
      // The parts are read one after another to limit memory.
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
