/** What all answers about a window have in common. */

import type { EndpointPath } from '#contract/endpoints.ts';
import { endpointAt, isEndpointPath, pathsOf } from '#contract/endpoints.ts';
import type { BlindCause, SinceAnswer, WindowAnswer, Windowed } from '#contract/history.ts';
import type { Window } from '#domain/history/shares.ts';
import { type Sight, stretchesAt, unread } from '#domain/history/sight.ts';
import type { EndpointRow } from '../rows.ts';
import { type AnswerContext, type RecordedDeployment, stamp, stampOrNull } from './context.ts';

/** A question about one deployment. */
export interface Asked {
  readonly context: AnswerContext;
  readonly deployment: RecordedDeployment;
  readonly search: string;
}

/** What an answer says, and until when it stands. */
export interface Told {
  readonly document: WindowAnswer | SinceAnswer;
  /** Whether it speaks of a time in which nothing can change any more. */
  readonly isSettled: boolean;
}

/**
 * The moment before which nothing can change: an endpoint that was answered and still vouches may yet be found to have been
 * in sight since then.
 */
export function settledUntil({ context, deployment }: Asked): number | null {
  const { known, now } = context;
  const pending = known.endpoints(deployment.slug).flatMap(({ id }) => {
    const last = stretchesAt(known.sight(id), now).at(-1);
    return last?.cause === 'pending' ? [last.from] : [];
  });
  return pending.length === 0 ? known.knownUntil(deployment.slug) : Math.min(...pending);
}

/** @param more - the address of the next page. */
export function windowed<Entry>(
  asked: Asked,
  { from, to }: Window,
  data: readonly Entry[],
  more: string | null = null,
): { readonly document: Windowed<Entry>; readonly isSettled: boolean } {
  const { context, deployment } = asked;
  const settled = settledUntil(asked);
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

/** Resources of which looks are recorded. */
const recorded = {
  off: [],
  status: ['status'],
  all: ['status', 'region', 'node', 'bucket', 'application', 'event'],
} as const;

/** Our sight of an endpoint: it ends where the endpoint is read no more, for another version of it or for our own reasons. */
export function sightOf({ context, deployment }: Asked, { id, path }: EndpointRow): Sight {
  const { known } = context;
  const sight = known.sight(id);
  if (!isEndpointPath(path)) return sight;
  const { resource } = endpointAt(path);
  const last = sight.seen?.last ?? Number.POSITIVE_INFINITY;
  const isLeft = known
    .endpoints(deployment.slug)
    .some(
      (other) =>
        isEndpointPath(other.path) &&
        endpointAt(other.path).resource === resource &&
        (known.sight(other.id).seen?.last ?? last) > last,
    );
  const isRecorded = recorded[deployment.observe].some((each) => each === resource);
  return isLeft || !isRecorded ? unread(sight) : sight;
}

/** What an endpoint has that may be offered and does not answer; that we did not look says nothing of it. */
const ofServices: ReadonlySet<BlindCause> = new Set(['unreachable', 'denied', 'failing', 'list-incomplete']);

/** The endpoints that a deployment offers, as far as that is known: of what was not looked at yet, its newest version. */
export function offeredPaths(
  { known }: AnswerContext,
  { slug, observe }: RecordedDeployment,
): readonly EndpointPath[] {
  const looked = known.endpoints(slug).flatMap(({ id, path }) => (isEndpointPath(path) ? [{ id, path }] : []));
  const offered = looked.filter(({ id }) => {
    const { closed, seen, gap } = known.sight(id);
    return closed.length > 0 || seen !== null || gap?.causes.some(({ cause }) => ofServices.has(cause));
  });
  const awaited = recorded[observe].filter((resource) =>
    looked.every(({ path }) => endpointAt(path).resource !== resource),
  );
  return [...offered.map(({ path }) => path), ...awaited.flatMap((resource) => pathsOf(resource).slice(0, 1))];
}
