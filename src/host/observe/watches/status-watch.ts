/** Polls one status document, like a page. */

import { request } from '#client/request.ts';
import { statusReader } from '#client/status-reader.ts';
import type { PathOf } from '#contract/endpoints.ts';
import type { StatusDocument } from '#contract/resources.ts';
import { type Feed, silentFeed } from '#domain/answer/answer.ts';
import { feedAfter, nextAskAt } from '#domain/answer/next-request.ts';
import type { Observation } from '#host/history/reading.ts';
import { observationOfStatus } from './observation.ts';
import {
  askedWith,
  failureAfter,
  type ObserverContext,
  policyOf,
  takeRequestSlot,
} from './observer-context.ts';

export class StatusWatch {
  readonly path: PathOf<'status'>;
  feed: Feed<StatusDocument> = silentFeed;
  readonly #circumstances: ObserverContext;

  constructor(path: PathOf<'status'>, circumstances: ObserverContext) {
    this.path = path;
    this.#circumstances = circumstances;
  }

  /** Epoch milliseconds of the next poll. */
  dueAt(): number {
    return nextAskAt(this.feed, policyOf(this.#circumstances.deployment));
  }

  takeObservation(): Observation | null {
    return this.feed.answer ? observationOfStatus(this.feed.answer.value) : null;
  }

  get updatedAt(): string | null {
    return this.feed.answer?.value.updated_at ?? null;
  }

  async look(): Promise<void> {
    const { path, feed: earlier } = this;
    const { now, turns, signal } = this.#circumstances;
    const endTurn = await takeRequestSlot(turns.status, signal);
    const askedAt = now();
    try {
      const answer = await request({
        ...askedWith(this.#circumstances),
        path,
        reader: statusReader,
        earlier: earlier.answer,
      });
      this.feed = { answer, failure: null };
    } catch (cause) {
      this.feed = feedAfter(earlier, failureAfter(cause, path, earlier, this.#circumstances, askedAt));
    } finally {
      endTurn();
    }
  }
}
