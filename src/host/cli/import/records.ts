/** Types that the readers of imported files share: entries, claims and faults. */

import type { ImportClaim } from '#service/imports.ts';

/** One record of a file as parsed JSON, or the reason why the file has no record there. */
export type Entry = {
  /** Line at which the record begins, from 1. */
  readonly line: number;
  /** Position of the record in a JSON array, from 1. */
  readonly item?: number;
} & ({ readonly value: unknown } | { readonly reason: string });

/** How complete the records of a file are, as the file itself states. `why` is a clause. */
export interface FileClaim {
  readonly claim: ImportClaim;
  readonly why: string;
}

export const completeFile: FileClaim = { claim: 'exact', why: '' };

/** A fault after which the rest of a file cannot be read. The message is a clause. */
export class FileFault extends Error {
  override readonly name = 'FileFault';
  readonly line: number;

  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

/** Reads the records of one file from its text, which comes in parts. */
export interface RecordReader {
  /** Line that is being read, from 1. */
  readonly line: number;
  /** @throws FileFault if the rest of the file cannot be read. */
  take(text: string): readonly Entry[];
  /**
   * Ends the file.
   * @throws FileFault if the file ends too early.
   */
  end(): { readonly entries: readonly Entry[]; readonly claim: FileClaim };
}

/** Maximum characters of one record. It bounds the memory, whatever a file contains. */
export const longestRecord = 1024 * 1024;

export const tooLong = `this record has more than ${longestRecord.toLocaleString('en')} characters`;

/**
 * Reads the heading of a table that a page exported (domain/text/exports.ts).
 * @param end - the last line, and the number of records before it
 * @returns how complete the table is: pages also export truncated and filtered lists.
 * @throws FileFault if the heading states another number of rows than the file has.
 */
export function claimOfHeading(
  heading: ReadonlyMap<string, unknown>,
  end: { readonly line: number; readonly count: number },
): FileClaim {
  const textOf = (key: string) => {
    const value = heading.get(key);
    return typeof value === 'string' ? value : '';
  };
  const claim = textOf('claim');
  const [shown, listed] = textOf('rows').split(' of ');
  if (listed !== undefined && shown !== String(end.count))
    throw new FileFault(
      end.line,
      `the heading states ${shown} ${shown === '1' ? 'row' : 'rows'}, but the file has ${end.count}`,
    );
  if (listed !== undefined && shown !== listed)
    return { claim: 'at-least', why: `it was exported with ${shown} of ${listed} rows` };
  if (claim.startsWith('at least'))
    return { claim: 'at-least', why: `it was exported from a list of ${claim}` };
  return claim.startsWith('complete for')
    ? { claim: 'known-regions', why: `it was exported from a list that is ${claim}` }
    : completeFile;
}
