/** What is remembered of the record besides spans: ids, and the present that the next look is held against. */

import type { Sight } from '#domain/history/sight.ts';
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
} from './rows.ts';

/** Read by answers and by the recorder; told of each row, loaded or committed, by `note` of its class. */
export interface Known {
  readonly runs: readonly RunRow[];
  readonly interruptions: readonly InterruptionRow[];
  /** Of a deployment, in the order of their first look. */
  endpoints(deployment: string): readonly EndpointRow[];
  endpoint(id: number): EndpointRow | null;
  /** All stretches and what is open after them; `stretchesAt` tells them. */
  sight(endpoint: number): Sight;
  /** When the newest complete response was requested and received, epoch milliseconds; `null` if there is none. */
  completePoll(endpoint: number): { readonly sentAt: number; readonly at: number } | null;
  /** When the newest committed look of a deployment ended, epoch milliseconds. */
  knownUntil(deployment: string): number | null;
  /** When its first answered look was whole. */
  since(deployment: string): number | null;
  subject(id: number): SubjectRow | null;
  subjectOf(deployment: string, kind: StoredKind, key: string, occurrence: number): SubjectRow | null;
  /** In the order of the newest answer, then those that it does not list, by key. */
  subjects(deployment: string, kind: SubjectKind): readonly ListedSubject[];
  /** The span that goes on. */
  open(subject: number): SpanRow | null;
  word(id: number): WordRow | null;
  series(deployment: string, name: string): SeriesRow | null;
  /** All series of an endpoint. */
  seriesOf(endpoint: number): Iterable<SeriesRow>;
  /** Items of a list by key. */
  itemOf(endpoint: number, key: string, occurrence: number): ItemRow | null;
  item(id: number): ItemRow | null;
  /** Slow fields as JSON. */
  body(content: number): string | null;
}
