/** Types of the calls between the HTTP thread and the history thread. */

import type { MessagePort } from 'node:worker_threads';
import type { IdleReason, Retention } from '#contract/history.ts';
import type { NotePost } from './notes/post-note.ts';
import type { Answered, Question, RecordedDeployment } from './responses/context.ts';

export interface DemoRecord {
  readonly seed: number;
  readonly scale: number;
  /** When the demo started, in epoch milliseconds. The generated past ends then. */
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

/** Methods that the history thread offers to the HTTP thread. */
export type HistoryThread = {
  readonly take: (settings: RecorderSettings) => void;
  /** Replaces the port from which the recorder receives readings (reading.ts). */
  readonly listen: (port: MessagePort) => void;
  readonly ask: (question: Question) => HistoryResult;
  readonly post: (post: NotePost) => HistoryResult;
  readonly close: () => void;
};

export interface RecorderSettings {
  readonly deployments: readonly RecordedDeployment[];
  readonly retention: Retention;
  readonly demo: DemoRecord | null;
  /** Address of the database with the record of all deployments but the demo; `null`: it is in a file. */
  readonly database: string | null;
}

export interface HistoryResult {
  readonly answer: Answered;
  /** Milliseconds that the thread needed for the response. */
  readonly milliseconds: number;
}

/** Methods that the HTTP thread offers to the history thread. */
export type HistoryHost = {
  readonly state: (state: RecordState) => void;
  /** Writes one line to the log. */
  readonly report: (line: string) => void;
  /**
   * Requests all readings from the beginning. An unchanged reading has no content, so a restarted recorder
   * cannot use it.
   */
  readonly restarted: () => void;
};
