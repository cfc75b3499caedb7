/** Imports one file into a store: all of it, or nothing (docs/operate/import.md). */

import type { Buffer } from 'node:buffer';
import { ContractError, type Finding } from '#contract/decode/row.ts';
import { decodeStatus } from '#contract/decode/status.ts';
import { endpoints } from '#contract/endpoints.ts';
import { isPlainObject } from '#contract/json/parse.ts';
import type { ListResource } from '#contract/resources.ts';
import { settled } from '#domain/text/visible-text.ts';
import { type Replaced, replaceList, replaceStatus } from '#service/imports.ts';
import type { Store } from '#service/store.ts';
import { describeFinding } from '#service/stored-row.ts';
import { CsvReader } from './csv-reader.ts';
import { Intake } from './intake.ts';
import { JsonReader } from './json-reader.ts';
import { NdjsonReader, parseRecord } from './ndjson-reader.ts';
import type { ImportFormat, NamedFile } from './recognise.ts';
import {
  completeFile,
  type Entry,
  type FileClaim,
  FileFault,
  longestRecord,
  type RecordReader,
} from './records.ts';
import { Utf8Text } from './utf8-text.ts';

export interface Stored extends Replaced {
  readonly kind: 'stored';
  readonly claim: FileClaim;
  /** Names of members that the API document does not have, and that were not stored. */
  readonly unlisted: readonly string[];
}

export interface Refused {
  readonly kind: 'refused';
  /** One sentence for each of the first refused rows. */
  readonly refusals: readonly string[];
  readonly refused: number;
}

/** Bytes of a file, part by part. */
export type FileBytes = AsyncIterable<Buffer>;

/** Called with the numbers of bytes and rows so far. */
export type OnProgress = (bytes: number, rows: number) => void;

/** Rolls a transaction back, because a row was refused. */
export class Rollback extends Error {}

function readerOf(resource: ListResource, format: ImportFormat): RecordReader {
  switch (format) {
    case 'json':
      return new JsonReader(resource);
    case 'ndjson':
      return new NdjsonReader();
    case 'csv':
      return new CsvReader(resource);
  }
}

/** Reads the records of a file part by part, and returns what the file states about their completeness. */
async function readRecords(
  reader: RecordReader,
  bytes: FileBytes,
  take: (entries: readonly Entry[], size: number) => Promise<void>,
): Promise<FileClaim> {
  const text = new Utf8Text();
  for await (const part of bytes) await take(reader.take(text.take(part, reader.line)), part.length);
  text.end(reader.line);
  const { entries, claim } = reader.end();
  await take(entries, 0);
  return claim;
}

async function importList(
  store: Store,
  { file, resource, format }: NamedFile & { readonly resource: ListResource },
  bytes: FileBytes,
  onProgress: OnProgress,
): Promise<Stored | Refused> {
  const nameOf = ({ line, item }: Entry) => `${file}:${line}${item === undefined ? '' : ` (item ${item})`}`;
  const intake = new Intake(resource, nameOf);
  let claim = completeFile;
  let size = 0;
  try {
    const replaced = await replaceList(store, resource, async (writer) => {
      try {
        claim = await readRecords(readerOf(resource, format), bytes, async (entries, length) => {
          await intake.take(entries, writer);
          size += length;
          onProgress(size, intake.taken);
        });
        if (claim.claim === 'at-least' && intake.taken === 0)
          throw new FileFault(1, 'the file states further rows, but has none');
      } catch (cause) {
        if (!(cause instanceof FileFault)) throw cause;
        intake.refuse(`${file}:${cause.line}`, cause.message);
      }
      if (intake.refused > 0) throw new Rollback();
      return claim.claim;
    });
    return { kind: 'stored', ...replaced, claim, unlisted: [...intake.unlisted] };
  } catch (cause) {
    if (!(cause instanceof Rollback)) throw cause;
    return { kind: 'refused', refusals: intake.refusals, refused: intake.refused };
  }
}

/** Reads a file that is one JSON document. */
async function readDocument(bytes: FileBytes): Promise<unknown> {
  const text = new Utf8Text();
  let document = '';
  for await (const part of bytes) {
    document += text.take(part, 1);
    if (document.length > longestRecord)
      throw new FileFault(1, `the document has more than ${longestRecord.toLocaleString('en')} characters`);
  }
  text.end(1);
  const parsed = parseRecord(document);
  if ('reason' in parsed) throw new FileFault(1, parsed.reason);
  return parsed.value;
}

/** Members of a status document that are not stored. Their faults do not matter. */
const otherMembers: ReadonlySet<string> = new Set(['version', 'object', 'pagination']);

/** Returns why a status document cannot be stored; `null` if it can. */
export function faultOfStatus(findings: readonly Finding[]): string | null {
  const finding = findings.find(({ path }) => !otherMembers.has(path));
  return finding ? describeFinding(finding) : null;
}

/**
 * Checks a status document, of either version.
 * @throws FileFault with the first fault.
 */
function checkedStatus(document: unknown) {
  const version = isPlainObject(document) ? document['version'] : null;
  const ofStatus = endpoints.filter(({ resource }) => resource === 'status');
  const endpoint = ofStatus.find((each) => each.version === version) ?? ofStatus[0];
  if (!endpoint) throw new Error('The contract has no status.');
  try {
    const { document: status, findings } = decodeStatus(endpoint, document);
    const fault = faultOfStatus(findings);
    if (fault !== null) throw new FileFault(1, fault);
    return status;
  } catch (cause) {
    if (cause instanceof ContractError) throw new FileFault(1, 'this is not a status document');
    throw cause;
  }
}

async function importStatus(store: Store, file: string, bytes: FileBytes): Promise<Stored | Refused> {
  try {
    await replaceStatus(store, checkedStatus(await readDocument(bytes)));
    return { kind: 'stored', stored: 1, replaced: 0, claim: completeFile, unlisted: [] };
  } catch (cause) {
    if (!(cause instanceof FileFault)) throw cause;
    return { kind: 'refused', refusals: [settled(`${file}: ${cause.message}`)], refused: 1 };
  }
}

export function importFile(
  store: Store,
  { file, resource, format }: NamedFile,
  bytes: FileBytes,
  onProgress: OnProgress = () => undefined,
): Promise<Stored | Refused> {
  return resource === 'status'
    ? importStatus(store, file, bytes)
    : importList(store, { file, resource, format }, bytes, onProgress);
}
