/** Reads and checks the content of a database file after a kill or a power cut. */

import { openStore } from '../../src/host/history/store/sqlite/open-store.ts';
import { openCopy } from '../../src/host/history/upkeep/copy.ts';
import { verifyCopy } from '../../src/host/history/upkeep/verify.ts';
import { storedRows } from '../../src/testing/history/stored-rows.ts';
import { timeOf } from './written.ts';

export interface Found {
  /**
   * Number of the last stored step. All earlier steps are stored too, unless `problems` states otherwise.
   */
  readonly steps: number;
  readonly problems: readonly string[];
}

export async function inspectFile(file: string): Promise<Found> {
  const opening = await openStore(file);
  if (opening.kind !== 'open') return { steps: 0, problems: [`It is ${opening.kind}: ${opening.why}`] };
  const { store, notice } = opening;
  try {
    const problems = [...(await store.check())];
    if (notice) problems.push(`It was set aside: ${notice.kind}.`);
    const words: number[] = [];
    for (const row of await storedRows(store)) {
      if (row.table === 'span' && row.from === timeOf(row.word)) words.push(row.word);
      else if (row.table === 'span') problems.push(`A span that nobody wrote: ${JSON.stringify(row)}`);
    }
    if (words.some((word, index) => word !== index + 1)) problems.push('Steps are missing, or there twice.');
    await store.backup(`${file}.copy`);
    const copy = openCopy(`${file}.copy`);
    problems.push(...(await verifyCopy(copy.statements)).problems);
    copy.close();
    return { steps: words.length, problems };
  } finally {
    await store.close();
  }
}
