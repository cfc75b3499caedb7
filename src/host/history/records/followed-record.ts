/** A record that another host writes, in the memory of this one. */

import { type ReadableRecord, recall } from '../history-store.ts';
import { type Remembered, rememberChange, type SubjectOrder } from '../memory/remembered.ts';
import type { JournalEntry, RecordPosition } from '../store/postgres/journal.ts';
import type { PostgresDatabase } from '../store/postgres/postgres-store.ts';
import type { HistoryStore } from '../store/store.ts';

export class FollowedRecord implements ReadableRecord {
  readonly store: HistoryStore;
  readonly present: Remembered['present'];
  readonly spans: Remembered['spans'];
  /** Up to where its memory is. */
  position: RecordPosition;

  private constructor(store: HistoryStore, { present, spans }: Remembered, position: RecordPosition) {
    this.store = store;
    this.present = present;
    this.spans = spans;
    this.position = position;
  }

  /** Loads a record. @param record - its number. @throws StoreFailure */
  static async load(database: PostgresDatabase, record: number): Promise<FollowedRecord> {
    const store = database.openOther(record);
    let revision = 0;
    let orders: readonly SubjectOrder[] = [];
    const memory = await recall({
      load: async (take, takeSpans) => {
        ({ revision, orders } = await store.loadWithHead(take, takeSpans));
      },
    });
    rememberChange(memory, { orders });
    return new FollowedRecord(store, memory, { record, revision });
  }

  /** Applies the next entry of its journal. @returns `false` if it cannot: the record must be loaded again. */
  apply({ revision, change }: JournalEntry): boolean {
    if (change === null || revision !== this.position.revision + 1) return false;
    rememberChange(this, change);
    this.position = { ...this.position, revision };
    return true;
  }
}
