/** Read-only interface of the history record in memory, besides spans. present.ts implements it. */

import type { Coverage } from '#domain/history/coverage/coverage.ts';
import type {
  EndpointRow,
  InterruptionRow,
  ItemRow,
  ListedSubject,
  RunRow,
  SeriesRow,
  SpanRow,
  StoredKind,
  SubjectKind,
  SubjectRow,
  WordRow,
} from '../rows.ts';
import type { KnownItems } from './known-lists.ts';

/**
 * Read-only view of the record in memory, for responses and for the recorder. `Present.note` adds each row,
 * loaded or committed.
 */
export interface Known {
  readonly runs: readonly RunRow[];
  readonly interruptions: readonly InterruptionRow[];
  endpoints(deployment: string): readonly EndpointRow[];
  endpoint(id: number): EndpointRow | null;
  coverage(endpoint: number): Coverage;
  /**
   * Returns when the newest complete response was requested and received, in epoch milliseconds; `null` if
   * there is none.
   */
  completePoll(endpoint: number): { readonly sentAt: number; readonly at: number } | null;
  /**
   * Returns the end of the newest committed poll of a deployment, in epoch milliseconds; `null` without
   * polls.
   */
  knownUntil(deployment: string): number | null;
  /**
   * Returns the end of the first answered poll of a deployment, in epoch milliseconds; `null` without one.
   */
  since(deployment: string): number | null;
  subject(id: number): SubjectRow | null;
  subjectOf(deployment: string, kind: StoredKind, key: string, occurrence: number): SubjectRow | null;
  /** Lists the subjects of a kind in the order of the newest response. Absent subjects come last, by key. */
  subjects(deployment: string, kind: SubjectKind): readonly ListedSubject[];
  open(subject: number): SpanRow | null;
  word(id: number): WordRow | null;
  series(deployment: string, name: string): SeriesRow | null;
  seriesOf(endpoint: number): Iterable<SeriesRow>;
  readonly lists: KnownItems;
  itemOf(endpoint: number, key: string, occurrence: number): ItemRow | null;
  item(id: number): ItemRow | null;
  /**
   * Returns the JSON of a content: the rarely changing fields of a list row; `null` if the content is not in
   * memory.
   */
  body(content: number): string | null;
}
