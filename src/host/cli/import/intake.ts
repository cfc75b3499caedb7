/** Checks the rows of an import and inserts them. After the first refused row, it checks only. */

import type { ListResource } from '#contract/resources.ts';
import { settled } from '#domain/text/visible-text.ts';
import type { ListWriter } from '#service/imports.ts';
import type { SqlValue } from '#service/sql/database.ts';
import { storedRow } from '#service/stored-row.ts';
import type { Entry } from './records.ts';

/** Maximum number of refused rows that are named. */
const mostNamed = 20;

/** Maximum number of members outside of the API document that are named. */
const mostUnlisted = 50;

/** Maximum characters of the name of such a member. */
const longestName = 80;

/** Maximum characters of a reason. It may contain text of the file. */
const longestReason = 500;

export class Intake {
  readonly #resource: ListResource;
  readonly #nameOf: (entry: Entry) => string;
  /** One sentence for each of the first refused rows. */
  readonly refusals: string[] = [];
  refused = 0;
  taken = 0;
  /** Names of members that the API document does not have, and that are not stored. */
  readonly unlisted = new Set<string>();

  /** @param nameOf - names a row in sentences: `buckets.csv:17`. */
  constructor(resource: ListResource, nameOf: (entry: Entry) => string) {
    this.#resource = resource;
    this.#nameOf = nameOf;
  }

  async take(entries: readonly Entry[], writer: ListWriter): Promise<void> {
    const rows: (readonly SqlValue[])[] = [];
    const inserted: Entry[] = [];
    for (const entry of entries) {
      this.taken += 1;
      const checked = 'reason' in entry ? entry : storedRow(this.#resource, entry.value);
      if ('reason' in checked) {
        this.refuse(this.#nameOf(entry), checked.reason);
        continue;
      }
      rows.push(checked.values);
      inserted.push(entry);
      for (const name of checked.unlisted)
        if (this.unlisted.size < mostUnlisted) this.unlisted.add(name.slice(0, longestName));
    }
    if (this.refused > 0) return;
    const identity = this.#resource === 'region' ? 'code' : 'id';
    for (const index of await writer.insert(rows)) {
      const entry = inserted[index];
      if (entry) this.refuse(this.#nameOf(entry), `its ${identity} repeats that of an earlier row`);
    }
  }

  refuse(name: string, reason: string): void {
    this.refused += 1;
    if (this.refusals.length < mostNamed)
      this.refusals.push(settled(`${name}: ${reason.slice(0, longestReason)}`));
  }
}
