/** Calls between the host and the history thread. */

import type { MessagePort } from 'node:worker_threads';
import type { IdleReason, Retention } from '#contract/history.ts';
import type { Answered, Question, RecordedDeployment } from './responses/context.ts';

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

/** Methods of the history thread. */
export type HistoryThread = {
  readonly take: (settings: RecorderSettings) => void;
  /** Readings come from this port from now on (reading.ts). */
  readonly listen: (port: MessagePort) => void;
  readonly ask: (question: Question) => HistoryResult;
  readonly close: () => void;
};

export interface RecorderSettings {
  readonly deployments: readonly RecordedDeployment[];
  readonly retention: Retention;
  readonly demo: DemoRecord | null;
}

export interface HistoryResult {
  readonly answer: Answered;
  /** Milliseconds of work in the thread. */
  readonly milliseconds: number;
}

/** Methods of the host for the history thread. */
export type HistoryHost = {
  readonly state: (state: RecordState) => void;
  /** One line for the log. */
  readonly report: (line: string) => void;
  /** The thread needs all readings from the beginning: a reading without changes is empty for it. */
  readonly restarted: () => void;
};
