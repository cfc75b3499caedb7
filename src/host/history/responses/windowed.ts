/** Makes the common part of all responses about a window. */

import type { EndpointPath } from '#contract/endpoints.ts';
import { endpointAt, isEndpointPath, pathsOf } from '#contract/endpoints.ts';
import type { GapCause, SinceResponse, Windowed, WindowResponse } from '#contract/history.ts';
import type { Note } from '#contract/notes.ts';
import type { Handover } from '#contract/reports/handover.ts';
import type { MonthReport } from '#contract/reports/month-report.ts';
import { type Coverage, intervalsAt, unread } from '#domain/history/coverage/coverage.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import type { EndpointRow } from '../rows.ts';
import { type RecordedDeployment, type ResponseContext, stamp, stampOrNull } from './context.ts';

export interface HistoryRequest {
  readonly context: ResponseContext;
  readonly deployment: RecordedDeployment;
  readonly search: string;
  /** As in `Question`. */
  readonly markdownBase?: string | undefined;
}

/** A response that is not JSON from an object: its text, with headers of its own. */
export class TextDocument {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(text: string, headers: TextDocument['headers']) {
    this.text = text;
    this.headers = headers;
  }
}

export interface HistoryResponse {
  readonly document: WindowResponse | Windowed<Note> | SinceResponse | MonthReport | Handover | TextDocument;
  /** Whether the response is final: nothing in its window can change. */
  readonly isSettled: boolean;
  /** Lifetime in seconds of a final response; 300 by default. */
  readonly settledSeconds?: number;
}

/**
 * Computes the watermark of a deployment, in epoch milliseconds: data before it is final; `null` without
 * polls. Time after the last response is not final, because the next poll may extend coverage back over it.
 */
export function settledUntil({ context, deployment }: HistoryRequest): number | null {
  const { known, now } = context;
  const pending = known.endpoints(deployment.slug).flatMap(({ id }) => {
    const last = intervalsAt(known.coverage(id), now).at(-1);
    return last?.cause === 'pending' ? [last.from] : [];
  });
  return pending.length === 0 ? known.knownUntil(deployment.slug) : Math.min(...pending);
}

/**
 * Wraps the data of a response about a window.
 * @param more - address of the next page; `null` for the last page.
 */
export function windowed<Entry>(
  request: HistoryRequest,
  { from, to }: Window,
  data: readonly Entry[],
  more: string | null = null,
): { readonly document: Windowed<Entry>; readonly isSettled: boolean } {
  const { context, deployment } = request;
  const settled = settledUntil(request);
  return {
    document: {
      deployment: deployment.slug,
      from: stamp(from),
      to: stamp(to),
      knownUntil: stampOrNull(context.known.knownUntil(deployment.slug)),
      settledUntil: stampOrNull(settled),
      data,
      more,
    },
    isSettled: settled !== null && to <= settled,
  };
}

const recorded = {
  off: [],
  status: ['status'],
  all: ['status', 'region', 'node', 'bucket', 'application', 'event'],
} as const;

/**
 * Returns the coverage of an endpoint. It ends when the endpoint is no longer polled, for another API version
 * or by configuration.
 */
export function coverageOf({ context, deployment }: HistoryRequest, { id, path }: EndpointRow): Coverage {
  const { known } = context;
  const coverage = known.coverage(id);
  if (!isEndpointPath(path)) return coverage;
  const { resource } = endpointAt(path);
  const last = coverage.seen?.last ?? Number.POSITIVE_INFINITY;
  const isLeft = known
    .endpoints(deployment.slug)
    .some(
      (other) =>
        isEndpointPath(other.path) &&
        endpointAt(other.path).resource === resource &&
        (known.coverage(other.id).seen?.last ?? last) > last,
    );
  const isRecorded = recorded[deployment.observe].some((each) => each === resource);
  return isLeft || !isRecorded ? unread(coverage) : coverage;
}

/**
 * Causes of gaps that lie in the deployment: they show that the endpoint may be offered. Causes in the host
 * say nothing.
 */
const ofServices: ReadonlySet<GapCause> = new Set(['unreachable', 'denied', 'failing', 'list-incomplete']);

/**
 * Lists the endpoints that the deployment offers, as far as known. For a resource that was not polled yet,
 * lists its newest version.
 */
export function offeredPaths(
  { known }: ResponseContext,
  { slug, observe }: RecordedDeployment,
): readonly EndpointPath[] {
  const looked = known.endpoints(slug).flatMap(({ id, path }) => (isEndpointPath(path) ? [{ id, path }] : []));
  const offered = looked.filter(({ id }) => {
    const { closed, seen, gap } = known.coverage(id);
    return closed.length > 0 || seen !== null || gap?.causes.some(({ cause }) => ofServices.has(cause));
  });
  const awaited = recorded[observe].filter((resource) =>
    looked.every(({ path }) => endpointAt(path).resource !== resource),
  );
  return [...offered.map(({ path }) => path), ...awaited.flatMap((resource) => pathsOf(resource).slice(0, 1))];
}
