/** Responds with the feed, the badge and the summary of one deployment or of all (docs/use/embedding.md). */

import { createHash } from 'node:crypto';
import { displayNames } from '#contract/names/deployment-names.ts';
import type { PlannedSettings } from '#host/configuration/settings.ts';
import type { HostedDeployment } from '#host/gateway/deployment.ts';
import type { History } from '#host/history/history.ts';
import { linksFrom } from '#host/history/reports/feed/links.ts';
import { encoded, encodedHeaders, encodingFor } from '#host/http/compression.ts';
import { matchesTag } from '#host/http/etag.ts';
import { apiHeaders } from '#host/http/security-headers.ts';
import type { CurrentState } from '#host/observe/messages.ts';
import { respondHistory } from '../history-response.ts';
import { badgeSvg } from './badge.ts';
import { plannedMaintenances } from './planned-maintenances.ts';
import { statesAt, worstState } from './states.ts';
import { deploymentSummary, overallSummary } from './status-summary.ts';

export const embeddedNames = ['feed.atom', 'badge.svg', 'summary.json'] as const;
export type EmbeddedName = (typeof embeddedNames)[number];

/** Names of the documents by their path below a deployment, or below the root. */
export const embeddedPaths: ReadonlyMap<string, EmbeddedName> = new Map(
  embeddedNames.map((name) => [`/${name}`, name]),
);

export interface EmbeddingOptions {
  /** Deployments that the viewer may see. */
  readonly deployments: readonly HostedDeployment[];
  readonly states: (slugs: ReadonlySet<string>) => Promise<readonly CurrentState[]>;
  readonly history: Pick<History, 'ask'>;
  readonly publicUrl: string | null;
  /** Planned work of all deployments. */
  readonly planned: readonly PlannedSettings[];
  /** Whether all viewers may share a response. */
  readonly isPublic: boolean;
  readonly pollSeconds: number;
  /** Origins whose pages may show a badge. */
  readonly frameAncestors: readonly string[];
}

/** Milliseconds for which verdicts are used again. Any number of badges costs the observer one call in this time. */
const sharedMilliseconds = 1_000;

/** Maximum seconds for which a cache may store a present state. */
const longestAge = 10;

/** Returns for how many seconds a cache may store a state: never past the end of its confirmation. */
function maxAgeOf({ validUntil }: CurrentState, pollSeconds: number, now: number): number {
  const left = validUntil > now ? (validUntil - now) / 1_000 : longestAge;
  return Math.floor(Math.min(longestAge, pollSeconds, left));
}

/** Calls `load` at most once in `milliseconds`. Callers share the result meanwhile. */
function sharedFor<T>(milliseconds: number, load: () => Promise<T>): () => Promise<T> {
  let loadedAt = Number.NEGATIVE_INFINITY;
  let result: Promise<T> | null = null;
  return () => {
    const now = performance.now();
    if (result && now - loadedAt < milliseconds) return result;
    loadedAt = now;
    result = load();
    return result;
  };
}

async function respond(
  request: Request,
  text: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const body = new TextEncoder().encode(text);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const all = { ...apiHeaders, vary: 'accept-encoding', etag, ...headers };
  if (matchesTag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: all });
  const encoding = encodingFor(request.headers.get('accept-encoding'), body.byteLength);
  if (encoding === null) return new Response(body, { headers: all });
  return new Response(await encoded({}, body, encoding), {
    headers: encodedHeaders(all, encoding, body.byteLength),
  });
}

/**
 * Returns the headers with which pages of the configured origins may show a picture. Browsers name the page in
 * `Referer`.
 */
function pictureHeaders({ headers }: Request, origins: readonly string[]): Readonly<Record<string, string>> {
  if (origins.length === 0) return {};
  const referrer = headers.get('referer') ?? '';
  const isAllowed = URL.canParse(referrer) && origins.includes(new URL(referrer).origin);
  return {
    vary: 'accept-encoding, referer',
    ...(isAllowed && { 'cross-origin-resource-policy': 'cross-origin' }),
  };
}

/** Returns a function that responds for one deployment, or for all if the deployment is `null`. */
export function createEmbedding(options: EmbeddingOptions) {
  const { deployments, history, publicUrl, planned, isPublic, pollSeconds, frameAncestors } = options;
  const slugs = deployments.map(({ slug }) => slug);
  const names = displayNames(deployments);
  const nameOf = (slug: string) => names[slugs.indexOf(slug)] ?? slug;
  const visible = new Set(slugs);
  const currentStates = sharedFor(sharedMilliseconds, () => options.states(visible));
  const leastPoll = Math.min(...deployments.map((each) => each.pollSeconds ?? pollSeconds));

  return async (
    request: Request,
    name: EmbeddedName,
    deployment: HostedDeployment | null,
  ): Promise<Response> => {
    const slug = deployment?.slug ?? '';
    if (name === 'feed.atom') {
      const path = deployment ? `/${slug}` : '';
      return respondHistory(request, { path, search: '', feed: { publicUrl } }, slugs, isPublic, history);
    }
    const found = await currentStates();
    const now = Date.now();
    const states = statesAt(deployment ? [slug] : slugs, found, now);
    const state = worstState(states);
    const maxAge = maxAgeOf(state, deployment ? (deployment.pollSeconds ?? pollSeconds) : leastPoll, now);
    // Without `must-revalidate`, a cache may serve a stale copy if the host does not respond.
    const cacheControl = `${isPublic ? 'public' : 'private'}, max-age=${maxAge}, must-revalidate`;
    if (name === 'badge.svg') {
      const label = deployment ? nameOf(slug) : 'Edgewatch';
      return respond(request, badgeSvg(label, state, now, maxAge), {
        'content-type': 'image/svg+xml; charset=utf-8',
        'cache-control': cacheControl,
        ...pictureHeaders(request, frameAncestors),
      });
    }
    const url = linksFrom(slug, publicUrl)(`/${slug}`);
    const id = deployment ? slug : 'edgewatch';
    const maintenances = plannedMaintenances(planned, deployment ? [slug] : slugs, id, now);
    const summary = deployment
      ? deploymentSummary({ id, name: nameOf(slug), url }, state, maintenances)
      : overallSummary({ id, name: 'Edgewatch', url }, states, names, maintenances);
    return respond(request, JSON.stringify(summary), {
      'content-type': 'application/json',
      'cache-control': cacheControl,
    });
  };
}
