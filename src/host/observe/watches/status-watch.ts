/** Polls one status endpoint, like a page, and stores its newest response. */

import { request } from '#client/request.ts';
import { statusReader } from '#client/status-reader.ts';
import type { PathOf } from '#contract/endpoints.ts';
import type { StatusDocument } from '#contract/resources.ts';
import { type Feed, silentFeed } from '#domain/answer/answer.ts';
import { feedAfter, nextRequestAt } from '#domain/answer/next-request.ts';
import type { Observation } from '#host/history/reading.ts';
import { observationOfStatus } from './observation.ts';
import {
  failureAfter,
  type ObserverContext,
  policyOf,
  requestOptions,
  takeRequestSlot,
} from './observer-context.ts';

export class StatusWatch {
  readonly path: PathOf<'status'>;
  feed: Feed<StatusDocument> = silentFeed;
  readonly #context: ObserverContext;

  constructor(path: PathOf<'status'>, context: ObserverContext) {
    this.path = path;
    this.#context = context;
  }

  /** Returns the time of the next poll in epoch milliseconds. */
  dueAt(): number {
    return nextRequestAt(this.feed, policyOf(this.#context.deployment));
  }

  takeObservation(): Observation | null {
    return this.feed.answer ? observationOfStatus(this.feed.answer.value) : null;
  }

  get updatedAt(): string | null {
    return this.feed.answer?.value.updated_at ?? null;
  }

  async poll(): Promise<void> {
    const { path, feed: earlier } = this;
    const { now, requestSlots, signal } = this.#context;
    const freeSlot = await takeRequestSlot(requestSlots.status, signal);
    const requestedAt = now();
    try {
      const answer = await request({
        ...requestOptions(this.#context),
        path,
        reader: statusReader,
        earlier: earlier.answer,
      });
      this.feed = { answer, failure: null };
    } catch (cause) {
      this.feed = feedAfter(earlier, failureAfter(cause, path, earlier, this.#context, requestedAt));
    } finally {
      freeSlot();
    }
  }
}
