/** What the observer tells the recorder of each look. */

import type { EndpointPath } from '#contract/endpoints.ts';
import type { ListResource } from '#contract/resources.ts';
import type { BlindCause } from '#domain/history/sight.ts';
import type { Severity } from '#domain/severity/severity.ts';
import type { Amount, ChangeRow, ClaimKind, WordRow } from './rows.ts';

/** A word as it is kept. */
export type KeptWord = Pick<WordRow, 'form' | 'text'>;

/** A component, or a row of a list, by what tells it from others. */
export interface SaidRow {
  /** Name, code or id. */
  readonly key: string;
  /** Of components, regions and nodes. */
  readonly word: KeptWord | null;
  /** Slow fields as JSON, as in `ContentRow`; `null` of components. */
  readonly body: string | null;
  /** Of a bucket its sizes, of an event type its count, of an application its last use, epoch milliseconds. */
  readonly amounts: readonly Amount[] | null;
}

/** A figure over all rows of a list, or over those of a region or source. */
export interface Total {
  /** As in `series?name=`: `totals/nodes`, `totals/nodes/fra1`, `events-by-source/api`. */
  readonly name: string;
  readonly value: Amount;
}

/** What an answer said. */
export interface Said {
  readonly resource: 'status' | ListResource;
  /** Of a status document its own word. */
  readonly word: KeptWord | null;
  readonly claim: ClaimKind;
  /** In the order of the answer; `null` where there are more than are recorded one by one. */
  readonly rows: readonly SaidRow[] | null;
  readonly totals: readonly Total[];
}

/** A contradiction that began or ended. */
export type SaidChange = Pick<ChangeRow, 'at' | 'notBefore' | 'type' | 'kind' | 'key' | 'before' | 'after'>;

export interface Reading {
  /** Of its deployment. */
  readonly slug: string;
  readonly path: EndpointPath;
  /** Epoch milliseconds at which it was asked for, less the `Age` of the answer and the second that a whole number of them hides. */
  readonly sentAt: number;
  /** Epoch milliseconds at which the answer was whole, or the attempt was given up. */
  readonly at: number;
  /** Milliseconds that the answer's `Date` was ahead of our clock; `null` where it has none. */
  readonly ahead: number | null;
  readonly outcome:
    | {
        readonly kind: 'answered';
        /** Milliseconds: lifetime and grace. */
        readonly vouched: number;
        /** Whether what it does not list is not there. */
        readonly complete: boolean;
        /** A status document's own time, epoch milliseconds. */
        readonly statedAt: number | null;
        /** `null` where it is the same as in the answer before. */
        readonly said: Said | null;
      }
    | { readonly kind: 'failed'; readonly cause: BlindCause; readonly detail: string | null };
  readonly changes: readonly SaidChange[];
  /** The verdict after this poll; absent or `null` if it failed, or if the verdict still waits for lists or is not fresh. */
  readonly verdict?: Severity | null;
}

/** What a state is read from. */
export type Source = 'status' | 'region' | 'node';

/** When a response was requested, less its age, and when it was complete. */
export interface SourceRead {
  readonly sentAt: number;
  readonly at: number;
}

/** The last recorded state of a part: it began between `notBefore` and `since`. Times are epoch milliseconds. */
export interface PastPart {
  readonly kind: 'component' | 'region';
  readonly key: string;
  /** Number among equal keys, from 1. */
  readonly occurrence: number;
  /** The endpoint that listed it. */
  readonly path: EndpointPath | null;
  /** Status word as recorded; `null` if the part is no longer listed. */
  readonly word: string | null;
  readonly severity: Severity;
  readonly since: number;
  readonly notBefore: number | null;
}

/** What the history record knows of a deployment when its observer starts. */
export interface RecordedPast {
  readonly slug: string;
  readonly verdict: Pick<PastPart, 'severity' | 'since' | 'notBefore'> | null;
  readonly parts: readonly PastPart[];
  /** The newest complete response of each. */
  readonly reads: Readonly<Partial<Record<Source, SourceRead>>>;
}

/** A request of the observer for what is recorded of a deployment; answered by a {@link RecordedPast}. */
export interface PastRequest {
  readonly pastOf: string;
}

export type ToRecorder = Reading | PastRequest;

/** `null`: a reading is finished. */
export type FromRecorder = RecordedPast | null;
