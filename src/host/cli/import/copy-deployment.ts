/** Copies a deployment into a store: each list as completely as the service lets it be read, with its claim. */

import { flawsOf, itemLabel } from '#contract/decode/row.ts';
import type { ListResource } from '#contract/resources.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { formatExact } from '#domain/text/format.ts';
import { settled } from '#domain/text/visible-text.ts';
import { replaceList, replaceStatus, resourceNames } from '#service/imports.ts';
import type { Store } from '#service/store.ts';
import {
  type CopiedDeployment,
  type ReadList,
  type ReadResource,
  type ReadStatus,
  readList,
  readStatus,
} from './copy-list.ts';
import { faultOfStatus, Rollback } from './import-file.ts';
import { Intake } from './intake.ts';
import type { Entry } from './records.ts';

/** Result for one list or the status document. The lines are for people. */
export interface Copied {
  readonly outcome: 'stored' | 'not-offered' | 'failed';
  readonly lines: readonly string[];
}

export interface CopyEvents {
  /** Called with the name of a list before it is read. */
  readonly onStart: (name: string) => void;
  readonly onCopied: (result: Copied) => void;
}

/** Order of the lists. Regions and nodes come first: their codes complete truncated lists. */
const copied: readonly ListResource[] = ['region', 'node', 'bucket', 'asset', 'application', 'event'];

/** Number of rows that are checked and inserted at once. */
const rowsAtOnce = 1_000;

/** Describes a claim after the number of rows: "103 of 103 buckets, complete". */
export function claimLine(name: string, count: number, claim: Claim): string {
  const rows = formatExact(count);
  switch (claim.kind) {
    case 'exact':
      return `${rows} of ${rows} ${name}, complete`;
    case 'known-regions':
      return `${rows} of ${rows} ${name}, complete for ${formatExact(claim.regions)} known regions`;
    case 'at-least':
      return `${rows} of at least ${rows} ${name}, truncated: ${claim.reasons.join('; ')}`;
  }
}

function withRegion(row: object, regions: ReadonlyMap<string, string>): object {
  const id: unknown = regions.size > 0 ? Reflect.get(row, 'id') : null;
  const region = typeof id === 'string' ? regions.get(id) : undefined;
  return region === undefined ? row : { ...row, region };
}

/** Converts a decoded row into an entry. A field that the decoder could not use is `null`, with its flaw. */
function entryOf(row: object, position: number, regions: ReadonlyMap<string, string>): Entry {
  const flaws = [...(flawsOf(row) ?? [])].map(([field, { kind, sent }]) =>
    kind === 'missing' ? `${field} is missing` : `${field} cannot be used: ${sent}`,
  );
  const place = { line: position + 1 };
  return flaws.length > 0
    ? { ...place, reason: flaws.join('; ') }
    : { ...place, value: withRegion(row, regions) };
}

async function store<R extends ListResource>(
  target: Store,
  resource: R,
  path: string,
  { listing, regions }: ReadList<R>,
): Promise<Copied> {
  const rows = await listing.rows({});
  const nameOf = (entry: Entry) => {
    const row = rows.atHand(entry.line - 1, entry.line)?.[0];
    return `${path}, ${itemLabel(row ?? null, entry.line - 1)}`;
  };
  const intake = new Intake(resource, nameOf);
  try {
    const { stored } = await replaceList(target, resource, async (writer) => {
      for (let from = 0; from < rows.count; from += rowsAtOnce) {
        const part = await rows.slice(from, from + rowsAtOnce);
        await intake.take(
          part.map((row, index) => entryOf(row, from + index, regions)),
          writer,
        );
      }
      if (intake.refused > 0) throw new Rollback();
      return listing.claim.kind;
    });
    return {
      outcome: 'stored',
      lines: [`${path}: ${claimLine(resourceNames[resource], stored, listing.claim)}`],
    };
  } catch (cause) {
    if (!(cause instanceof Rollback)) throw cause;
    const { refusals, refused } = intake;
    const summary = `${path}: refused, nothing of it is stored: ${formatExact(refused)} of ${formatExact(rows.count)} rows are wrong`;
    return { outcome: 'failed', lines: [...refusals, summary] };
  }
}

function notRead(name: string, read: Exclude<ReadResource<unknown>, { readonly kind: 'read' }>): Copied {
  if (read.kind === 'not-offered') return { outcome: 'not-offered', lines: [`${name}: not offered`] };
  return { outcome: 'failed', lines: [`${read.path}: not copied: ${read.why}`] };
}

async function storeStatus(target: Store, path: string, { document, findings }: ReadStatus): Promise<Copied> {
  const fault = faultOfStatus(findings);
  if (fault !== null) return { outcome: 'failed', lines: [`${path}: refused: ${fault}`] };
  const { status, region, updated_at, components } = document;
  await replaceStatus(target, { status, region, updated_at, components });
  const count = `${formatExact(components.length)} ${components.length === 1 ? 'component' : 'components'}`;
  return { outcome: 'stored', lines: [`${path}: ${status}, ${count}, updated ${updated_at}`] };
}

/**
 * Copies all lists and the status document.
 * @returns whether everything that the deployment offers is stored.
 */
export async function copyDeployment(
  target: Store,
  deployment: CopiedDeployment,
  { onStart, onCopied }: CopyEvents,
): Promise<boolean> {
  const codes = new Set<string>();
  const results: Copied[] = [];
  const add = (result: Copied) => {
    const shown = { ...result, lines: result.lines.map(settled) };
    results.push(shown);
    onCopied(shown);
  };
  const copyList = async (resource: ListResource) => {
    onStart(resourceNames[resource]);
    const read = await readList(deployment, resource, [...codes]);
    if (read.kind !== 'read') return add(notRead(resourceNames[resource], read));
    for (const code of read.value.codes) codes.add(code);
    add(await store(target, resource, read.path, read.value));
  };
  for (const resource of copied) await copyList(resource);
  onStart(resourceNames.status);
  const status = await readStatus(deployment);
  add(
    status.kind === 'read' ? await storeStatus(target, status.path, status.value) : notRead('status', status),
  );
  if (results.every(({ outcome }) => outcome === 'not-offered'))
    add({ outcome: 'failed', lines: ['No endpoint of this API responds at this address'] });
  return results.every(({ outcome }) => outcome !== 'failed');
}
