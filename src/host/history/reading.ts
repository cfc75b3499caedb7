/** The observer's report to the recorder about each poll. */

import type { EndpointPath } from '#contract/endpoints.ts';
import type { ListResource } from '#contract/resources.ts';
import type { GapCause } from '#domain/history/coverage/coverage.ts';
import type { Severity } from '#domain/severity/severity.ts';
import type { Amount, ChangeRow, ClaimKind, WordRow } from './rows.ts';

export type StoredWord = Pick<WordRow, 'form' | 'text'>;

export interface ObservedRow {
  readonly key: string;
  /** For components, regions and nodes. */
  readonly word: StoredWord | null;
  /** Slow fields as JSON, as in `ContentRow`; `null` for components. */
  readonly body: string | null;
  /** Sizes of a bucket, count of an event type, last use of an application (epoch milliseconds). */
  readonly amounts: readonly Amount[] | null;
}

/** A sum over all rows of a list, or over those of one region or source. */
export interface Total {
  /** As in `series?name=`: `totals/nodes`, `totals/nodes/fra1`, `events-by-source/api`. */
  readonly name: string;
  readonly value: Amount;
}

export interface Observation {
  readonly resource: 'status' | ListResource;
  readonly word: StoredWord | null;
  readonly claim: ClaimKind;
  /** In the order of the response. `null` if there are too many: then the response counts as truncated, without rows. */
  readonly rows: readonly ObservedRow[] | null;
  readonly totals: readonly Total[];
}

export type ObservedChange = Pick<ChangeRow, 'at' | 'notBefore' | 'type' | 'kind' | 'key' | 'before' | 'after'>;

export interface ReadVerdict {
  readonly severity: Severity;
  /** Whether some endpoints were not polled yet, or the past is not known yet. */
  readonly isEarly: boolean;
}

export interface Reading {
  readonly slug: string;
  readonly path: EndpointPath;
  /** Epoch milliseconds of the request, less the `Age` of the response and one second for its rounding. */
  readonly sentAt: number;
  /** Epoch milliseconds at which the response was complete, or the attempt failed. */
  readonly at: number;
  /** Milliseconds by which `Date` was ahead of our clock; `null` without `Date`. */
  readonly ahead: number | null;
  readonly outcome:
    | {
        readonly kind: 'answered';
        /** Validity period in milliseconds: lifetime and grace. */
        readonly validMilliseconds: number;
        /** Whether every subject without a row is absent: the list is complete, and its rows are recorded. */
        readonly complete: boolean;
        /** `updated_at` of a status document, epoch milliseconds. */
        readonly statedAt: number | null;
        /** `null` if nothing changed since the response before. */
        readonly observation: Observation | null;
      }
    | { readonly kind: 'failed'; readonly cause: GapCause; readonly detail: string | null };
  readonly changes: readonly ObservedChange[];
  /** The verdict after this poll; absent or `null` if the poll failed, or if the verdict is not fresh. */
  readonly verdict?: ReadVerdict | null;
}

export type Source = 'status' | 'region' | 'node';

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
  readonly path: EndpointPath | null;
  /** Status word as recorded; `null` if the part is no longer listed. */
  readonly word: string | null;
  readonly severity: Severity;
  readonly since: number;
  readonly notBefore: number | null;
}

export interface RecordedPast {
  readonly slug: string;
  readonly verdict: Pick<PastPart, 'severity' | 'since' | 'notBefore'> | null;
  readonly parts: readonly PastPart[];
  readonly reads: Readonly<Partial<Record<Source, SourceRead>>>;
}

/** Methods of the recorder for the observer. */
export type RecorderMethods = {
  /** Responds when the reading is recorded: the observer sends only a few ahead. */
  readonly record: (reading: Reading) => void;
  /** Recorded past of a deployment. */
  readonly pastOf: (slug: string) => RecordedPast;
};
