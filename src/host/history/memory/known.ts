/** The record in memory, besides spans: ids, and the current state that the next poll is compared with. */

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

/** Read-only view for responses and for the recorder. `note` of the class adds each row, loaded or committed. */
export interface Known {
  readonly runs: readonly RunRow[];
  readonly interruptions: readonly InterruptionRow[];
  endpoints(deployment: string): readonly EndpointRow[];
  endpoint(id: number): EndpointRow | null;
  coverage(endpoint: number): Coverage;
  /** When the newest complete response was requested and received, epoch milliseconds; `null` if there is none. */
  completePoll(endpoint: number): { readonly sentAt: number; readonly at: number } | null;
  /** End of the newest committed poll, epoch milliseconds. */
  knownUntil(deployment: string): number | null;
  /** End of the first answered poll, epoch milliseconds. */
  since(deployment: string): number | null;
  subject(id: number): SubjectRow | null;
  subjectOf(deployment: string, kind: StoredKind, key: string, occurrence: number): SubjectRow | null;
  /** In the order of the newest response, then unlisted ones by key. */
  subjects(deployment: string, kind: SubjectKind): readonly ListedSubject[];
  open(subject: number): SpanRow | null;
  word(id: number): WordRow | null;
  series(deployment: string, name: string): SeriesRow | null;
  seriesOf(endpoint: number): Iterable<SeriesRow>;
  itemOf(endpoint: number, key: string, occurrence: number): ItemRow | null;
  item(id: number): ItemRow | null;
  /** Slow fields as JSON. */
  body(content: number): string | null;
}
