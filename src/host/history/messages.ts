/** Messages between the host and the history thread. */

import type { MessagePort } from 'node:worker_threads';
import type { IdleReason, Retention } from '#contract/history.ts';
import type { Answered, Question, RecordedDeployment } from './answers/context.ts';

export interface DemoRecord {
  readonly seed: number;
  readonly scale: number;
  /** Epoch milliseconds: the end of the past. */
  readonly startedAt: number;
}

export interface RecordState {
  readonly recording: boolean;
  readonly reason: IdleReason | null;
}

export interface HistoryStart {
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
  | { readonly kind: 'readings'; readonly port: MessagePort }
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question }
  | { readonly kind: 'close' };

export type FromHistory =
  | {
      readonly kind: 'answered';
      readonly id: number;
      readonly answer: Answered;
      /** Milliseconds of work in the thread. */
      readonly milliseconds: number;
    }
  | { readonly kind: 'state'; readonly state: RecordState }
  | { readonly kind: 'report'; readonly line: string }
  /** The thread needs all readings from the beginning: a reading without changes says nothing to it. */
  | { readonly kind: 'unheard' }
  | { readonly kind: 'closed' };
