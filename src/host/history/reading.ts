/** Types of the readings that the observer sends to the recorder: one per poll. */

import type { EndpointPath } from '#contract/endpoints.ts';
import type { ListResource } from '#contract/resources.ts';
import type { GapCause } from '#domain/history/coverage/coverage.ts';
import type { Severity } from '#domain/severity/severity.ts';
import type { Amount, ChangeRow, ClaimKind, WordRow } from './rows.ts';

export type StoredWord = Pick<WordRow, 'form' | 'text'>;

export interface ObservedRow {
  readonly key: string;
  /** Status word of a component, region or node; `null` for other rows. */
  readonly word: StoredWord | null;
  /** Rarely changing fields as JSON, as in `ContentRow`; `null` for components. */
  readonly body: string | null;
  /**
   * Numbers of the row: objects and bytes of a bucket, count of an event type, last use of an application
   * (epoch milliseconds). `null` for other rows.
   */
  readonly amounts: readonly Amount[] | null;
}

/** A sum over all rows of a list, or over those of one region or one source. */
export interface Total {
  /**
   * Name of the series, as in `series?name=`: `totals/nodes`, `totals/nodes/fra1`, `events-by-source/api`.
   */
  readonly name: string;
  readonly value: Amount;
}

export interface Observation {
  readonly resource: 'status' | ListResource;
  readonly word: StoredWord | null;
  readonly claim: ClaimKind;
  /**
   * Rows in the order of the response; `null` if there are too many. The response then counts as truncated,
   * without rows.
   */
  readonly rows: readonly ObservedRow[] | null;
  readonly totals: readonly Total[];
  /**
   * What the response states besides its rows, as JSON (past/heads.ts). `null` or absent for a list whose rows
   * all have a key.
   */
  readonly head?: string | null;
}

export type ObservedChange = Pick<ChangeRow, 'at' | 'notBefore' | 'type' | 'kind' | 'key' | 'before' | 'after'>;

export interface ReadVerdict {
  readonly severity: Severity;
  /**
   * Whether the verdict is preliminary: some endpoints were not polled yet, or the recorded past is not known
   * yet.
   */
  readonly isEarly: boolean;
}

export interface Reading {
  readonly slug: string;
  readonly path: EndpointPath;
  /**
   * When the request was sent, in epoch milliseconds, less the `Age` of the response and one second for its
   * rounding.
   */
  readonly sentAt: number;
  /** When the response was complete or the attempt failed, in epoch milliseconds. */
  readonly at: number;
  /** Milliseconds by which `Date` was ahead of the host's clock; `null` without `Date`. */
  readonly ahead: number | null;
  readonly outcome:
    | {
        readonly kind: 'answered';
        /** Validity period in milliseconds: lifetime of the response plus grace period. */
        readonly validMilliseconds: number;
        /** Whether every subject without a row is absent: the list is complete, and its rows are recorded. */
        readonly complete: boolean;
        /**
         * `updated_at` of the status document, in epoch milliseconds; `null` for lists and unreadable times.
         */
        readonly statedAt: number | null;
        /** `updated_at` as sent; absent if it is the ISO 8601 text of `statedAt`. */
        readonly statedText?: string;
        /** Content of the response; `null` if it equals that of the response before. */
        readonly observation: Observation | null;
      }
    | { readonly kind: 'failed'; readonly cause: GapCause; readonly detail: string | null };
  readonly changes: readonly ObservedChange[];
  /** Verdict after this poll; absent or `null` if the poll failed, or if the verdict is not fresh. */
  readonly verdict?: ReadVerdict | null;
}

export type Source = 'status' | 'region' | 'node';

export interface SourceRead {
  readonly sentAt: number;
  readonly at: number;
}

/**
 * Last recorded state of a component or region. It began between `notBefore` and `since`, both in epoch
 * milliseconds.
 */
export interface PastPart {
  readonly kind: 'component' | 'region';
  readonly key: string;
  /** Number among equal keys, from 1. */
  readonly occurrence: number;
  readonly path: EndpointPath | null;
  /** Recorded status word; `null` if the part is no longer listed. */
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

/** Methods that the recorder offers to the observer. */
export type RecorderMethods = {
  /** Records a reading, and responds once that is done. The observer sends only a few readings ahead. */
  readonly record: (reading: Reading) => void;
  /** Returns the last recorded states of a deployment. */
  readonly pastOf: (slug: string) => RecordedPast;
};
