/**
 * Detects caches between the check and a deployment, and gives advice for each known product
 * (docs/operate/caches.md).
 */

import { setTimeout } from 'node:timers/promises';
import { type Endpoint, type EndpointPath, isEndpointPath } from '#contract/endpoints.ts';
import { ageAtReceipt } from '#domain/answer/age.ts';
import { type CachedResponse, cachesSeen, describeCaches } from '#domain/answer/caches.ts';
import { lifetimeOf } from '#domain/answer/lifetime.ts';
import { ageOf } from '#domain/answer/poll.ts';
import { type Clocks, clocksAfterResponse, unknownClocks } from '#domain/answer/service-clock.ts';
import type { ExchangeMoments } from '#domain/answer/stamps.ts';
import { type Evidence, exchangesOf } from './evidence.ts';
import type { CheckedResponse, SendRequest } from './requests.ts';
import { type Judgement, notShown } from './result.ts';

interface Repeated {
  readonly first: ListReply;
  readonly second: ListReply;
}

interface Product {
  readonly name: string;
  /** Matches the name of the product in `Via`, `Server` or a cache status header. */
  readonly pattern: RegExp;
  readonly advice: string;
  /** Anchor of the product's section in docs/operate/caches.md. */
  readonly section: string;
}

const products: readonly Product[] = [
  {
    name: 'nginx',
    pattern: /\bnginx\b/i,
    advice: 'send X-Cache-Status, and keep errors out with proxy_no_cache',
    section: 'nginx',
  },
  { name: 'Varnish', pattern: /\bvarnish\b/i, advice: 'set beresp.grace to 0s', section: 'varnish' },
  { name: 'Squid', pattern: /\bsquid\b/i, advice: 'set max_stale to 0 seconds', section: 'squid' },
  { name: 'HAProxy', pattern: /\bhaproxy\b/i, advice: 'nothing needs to be set', section: 'haproxy' },
  {
    name: 'Apache Traffic Server',
    pattern: /\b(?:ATS\/|ApacheTrafficServer\b)/i,
    advice: 'set max_stale_age to 0, and take the lifetime from errors with header_rewrite',
    section: 'apache-traffic-server',
  },
  {
    name: 'Apache httpd',
    pattern: /\bApache(?:\/|\s|$)/,
    advice: 'set CacheStaleOnError off, and send errors with no-store',
    section: 'apache-httpd',
  },
];

/**
 * Minimum milliseconds from the first response of a list to its second request, so that an `Age` of whole
 * seconds can grow.
 */
const requestPause = 1_100;
const mostValues = 3;

interface ListReply {
  readonly path: EndpointPath;
  readonly endpoint: Endpoint;
  readonly reply: CheckedResponse;
}

function repliesOf(evidence: Evidence): readonly ListReply[] {
  const { endpoint } = evidence;
  const { path } = endpoint;
  if (endpoint.resource === 'status' || !isEndpointPath(path)) return [];
  return exchangesOf(evidence).flatMap(({ reply }) =>
    reply.kind === 'answered' && reply.status === 200 ? { path, endpoint, reply } : [],
  );
}

/**
 * Converts the times of a response. In `CheckedResponse`, `receivedAt` is when the headers arrived, not the
 * last byte.
 */
function momentsOf({ requestedAt, receivedAt: headersAt, milliseconds }: CheckedResponse): ExchangeMoments {
  return { requestedAt, headersAt, receivedAt: requestedAt + milliseconds };
}

/**
 * Learns how far the clocks of the deployment and of this machine differ. Uses status responses, because
 * caches must not store them.
 */
function clocksOf(all: readonly Evidence[]): Clocks {
  return all.reduce((clocks, { endpoint, plain: { reply } }) => {
    if (endpoint.resource !== 'status' || reply.kind !== 'answered' || reply.status !== 200) return clocks;
    return clocksAfterResponse(clocks, reply.headers, momentsOf(reply));
  }, unknownClocks);
}

function cachedResponse({ path, endpoint, reply }: ListReply, clocks: Clocks): CachedResponse {
  const { headers, receivedAt } = reply;
  const ageSeconds = ageAtReceipt(headers, momentsOf(reply), clocks);
  const kind = { resource: endpoint.resource, pollMilliseconds: 0, repeats: 0, ageSeconds, receivedAt };
  return { path, headers, lifetime: lifetimeOf(headers, kind) };
}

/**
 * Requests one list a second time, to see how its cache headers change. Takes the list with the fewest
 * requests so far.
 * @returns `null` if no list responded both times.
 */
async function repeat(ask: SendRequest, all: readonly Evidence[]): Promise<Repeated | null> {
  const [least] = all
    .filter((evidence) => repliesOf(evidence).length > 0)
    .toSorted((one, other) => exchangesOf(one).length - exchangesOf(other).length);
  const [first] = least ? repliesOf(least) : [];
  if (!first) return null;
  const { any } = cachesSeen([cachedResponse(first, unknownClocks)]);
  const wait = any ? Math.min(requestPause, first.reply.receivedAt + requestPause - Date.now()) : 0;
  if (wait > 0) await setTimeout(wait);
  const reply = await ask(first.path, {});
  if (reply.kind !== 'answered' || reply.status !== 200) return null;
  return { first, second: { ...first, reply } };
}

/** Describes how the cache headers changed between the two requests, such as "Age grows from 3 to 5 s". */
function behaviourOf(repeated: Repeated): readonly string[] {
  const [first, second] = [repeated.first.reply, repeated.second.reply];
  const [one, other] = [first.headers.age, second.headers.age].map((age) =>
    age === null ? null : ageOf({ age }),
  );
  const seconds = Math.round((second.requestedAt - first.requestedAt) / 1000);
  const isSameDate = first.headers.date !== null && first.headers.date === second.headers.date;
  return [
    ...(one == null && other != null ? [`Age ${other} appears at the second request`] : []),
    ...(one != null && other == null ? [`Age ${one} is gone at the second request`] : []),
    ...(one != null && other != null && other > one ? [`Age grows from ${one} to ${other} s`] : []),
    ...(one != null && other != null && other < one ? [`Age falls from ${one} to ${other} s: a new copy`] : []),
    ...(one != null && one > 0 && one === other && seconds >= 1
      ? [`Age stands at ${one} s: a cache repeats that of another one`]
      : []),
    ...(isSameDate && seconds >= 2 ? [`Date stands still for ${seconds} s: a stored copy`] : []),
  ];
}

function signsOf(replies: readonly CheckedResponse[]): readonly string[] {
  const named = (name: string, pick: (reply: CheckedResponse) => string | null) =>
    [...new Set(replies.flatMap((reply) => pick(reply) ?? []))]
      .slice(0, mostValues)
      .map((value) => `${name}: ${value}`);
  return [
    ...named('Via', ({ headers }) => headers.via),
    ...named('cache status', ({ headers }) => headers.xCache),
    ...named('Server', ({ server }) => server),
  ];
}

/**
 * Reports signs of caches, with advice for the products found. The verdict is `not shown`: caches never fail
 * a check.
 */
export async function judgeCaches(ask: SendRequest, all: readonly Evidence[]): Promise<readonly Judgement[]> {
  const repeated = await repeat(ask, all);
  if (!repeated) return [];
  const lists = [...all.flatMap(repliesOf), repeated.second];
  const clocks = clocksOf(all);
  const seen = cachesSeen(lists.map((list) => cachedResponse(list, clocks)));
  const signs = signsOf(lists.map(({ reply }) => reply));
  const shown = [...signs, ...behaviourOf(repeated)].join('; ');
  const known = products.filter(({ pattern }) => pattern.test(signs.join(' ')));
  return [
    notShown('4', 'caches on the way', describeCaches(seen)),
    ...(shown === '' ? [] : [notShown('4', 'what shows them', shown)]),
    ...known.map(({ name, advice, section }) =>
      notShown('4', `if ${name} caches here`, `${advice} (docs/operate/caches.md#${section})`),
    ),
  ];
}
