/** What passes between the host and the thread that keeps its history. */

import type { MessagePort } from 'node:worker_threads';
import type { IdleReason, Retention } from '#contract/history.ts';
import type { Answered, Question, RecordedDeployment } from './answers/context.ts';

/** What the demo's past is made up of. */
export interface DemoRecord {
  readonly seed: number;
  readonly scale: number;
  /** When its present began, epoch milliseconds. */
  readonly startedAt: number;
}

/** How a record stands. */
export interface RecordState {
  readonly recording: boolean;
  readonly reason: IdleReason | null;
}

/** What the thread is begun with. */
export interface HistoryStart {
  /** Where the record is kept. */
  readonly folder: string;
  readonly version: string;
}

export type ToHistory =
  | {
      readonly kind: 'take';
      readonly deployments: readonly RecordedDeployment[];
      readonly retention: Retention;
      readonly demo: DemoRecord | null;
    }
  /** Readings come from there. */
  | { readonly kind: 'readings'; readonly port: MessagePort }
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question }
  /** Ends all runs, and itself. */
  | { readonly kind: 'close' };

export type FromHistory =
  | {
      readonly kind: 'answered';
      readonly id: number;
      readonly answer: Answered;
      /** Milliseconds that the thread spent on it. */
      readonly milliseconds: number;
    }
  | { readonly kind: 'state'; readonly state: RecordState }
  | { readonly kind: 'report'; readonly line: string }
  /** What is read has to be told from the beginning: that it is still the same says nothing to the thread. */
  | { readonly kind: 'unheard' }
  | { readonly kind: 'closed' };
