/**
 * Responds to requests below `/history` (docs/understand/history-api.md), from memory and from the history
 * file.
 */

import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type HistoryStates, type IdleReason, pastHeaders } from '#contract/history.ts';
import { type Problem, problemMediaType } from '#contract/problem.ts';
import { encodedHeaders, encodingFor } from '#host/http/compression.ts';
import { matchesTag } from '#host/http/etag.ts';
import { apiHeaders } from '#host/http/security-headers.ts';
import { notesResponse } from '../notes/notes-response.ts';
import { pastResponse } from '../past/past-response.ts';
import { atomFeed, atomType } from '../reports/feed/atom.ts';
import { feedOf } from '../reports/feed/state-changes.ts';
import { isHandover } from '../reports/handover/handover-path.ts';
import { allHandoversResponse, handoverResponse } from '../reports/handover/handover-responses.ts';
import { outagesResponse, reportResponse } from '../reports/month/report-responses.ts';
import { StoreFailure } from '../store/store.ts';
import { allChangesResponse } from './all-changes.ts';
import { changesResponse } from './changes.ts';
import {
  type Answered,
  type Question,
  type RecordedDeployment,
  type RecorderState,
  Refusal,
  type ResponseContexts,
} from './context.ts';
import { coverageResponse } from './coverage.ts';
import { growthResponse } from './growth.ts';
import { parametersOf } from './parameters.ts';
import { levelsResponse, seriesResponse } from './series.ts';
import { sinceResponse } from './since.ts';
import { spansResponse } from './spans.ts';
import { stateOf } from './state.ts';
import { stripsResponse } from './strips.ts';
import { type HistoryRequest, type HistoryResponse, TextDocument } from './windowed.ts';

type Responder = (request: HistoryRequest) => HistoryResponse | Promise<HistoryResponse>;

const pages: Readonly<Record<string, Responder>> = {
  sight: coverageResponse,
  spans: spansResponse,
  since: sinceResponse,
  strips: stripsResponse,
  changes: changesResponse,
  series: seriesResponse,
  levels: levelsResponse,
  growth: growthResponse,
  handover: handoverResponse,
  notes: notesResponse,
  report: reportResponse,
  'outages.csv': outagesResponse,
};

/** A response document, an object for JSON or a {@link TextDocument}. `seconds` is its lifetime. */
interface DocumentWithLifetime {
  readonly document: object;
  readonly seconds: number;
}

/** Finds what responds below `/history/:slug/`. @param more - the parts of the path after `name`. */
function responderFor(name: string, more: readonly string[]): Responder | undefined {
  if (name === 'at' && more.length > 1) return (request) => pastResponse(request, more);
  return more.length === 0 && Object.hasOwn(pages, name) ? pages[name] : undefined;
}

const closed: readonly IdleReason[] = ['locked', 'newer', 'read-only', 'store'];

/** Returns why this host cannot read a record; `null` if it can. */
function whyClosed({ recording, reason, isFollowing = false }: RecorderState): IdleReason | null {
  return recording || isFollowing ? null : (closed.find((each) => each === reason) ?? null);
}

export const nothingHere = () => new Refusal(404, 'There is nothing at this address.');
/** Lifetime in seconds of a response that can no longer change. */
const usualSettledSeconds = 300;

function leastPoll(deployments: readonly RecordedDeployment[]): number {
  return Math.min(usualSettledSeconds, ...deployments.map(({ pollSeconds }) => pollSeconds));
}

function isReadable(deployment: RecordedDeployment, all: ResponseContexts): boolean {
  return deployment.observe !== 'off' && whyClosed(all.of(deployment).recorder) === null;
}

/** @throws Refusal if there is no such deployment. */
export function deploymentNamed(slug: string, deployments: readonly RecordedDeployment[]): RecordedDeployment {
  const deployment = deployments.find((each) => each.slug === slug);
  if (!deployment) throw new Refusal(404, 'There is no such deployment.');
  return deployment;
}

/** @throws Refusal if the deployment is not observed, or if this host cannot read its record. */
export function checkReadable(deployment: RecordedDeployment, all: ResponseContexts): void {
  if (deployment.observe === 'off')
    throw new Refusal(404, 'This deployment is not observed.', { code: 'not-observed' });
  const reason = whyClosed(all.of(deployment).recorder);
  if (reason !== null) throw new Refusal(503, 'The history cannot be read on this host.', { code: reason });
}

function feedDocument(
  slug: string,
  deployments: readonly RecordedDeployment[],
  all: ResponseContexts,
  publicUrl: string | null,
): DocumentWithLifetime {
  const wanted =
    slug === '' ? deployments.filter(({ observe }) => observe !== 'off') : [deploymentNamed(slug, deployments)];
  const readable = wanted.filter((each) => isReadable(each, all));
  const [first] = wanted;
  if (first && readable.length === 0) checkReadable(first, all);
  const sources = readable.map((deployment) => ({ context: all.of(deployment), deployment }));
  const feed = atomFeed(feedOf(slug, sources, publicUrl));
  const document = new TextDocument(feed, { 'content-type': `${atomType}; charset=utf-8` });
  return { document, seconds: leastPoll(wanted) };
}

async function documentOf(
  { path, search, visible, feed, markdownBase }: Question,
  all: ResponseContexts,
): Promise<DocumentWithLifetime> {
  const deployments = all.deployments.filter(({ slug }) => visible?.has(slug) ?? true);
  const [, slug = '', name, ...more] = path.split('/');
  if (feed) return feedDocument(slug, deployments, all, feed.publicUrl);
  if (slug === '') {
    parametersOf(search, []);
    const document: HistoryStates = { data: deployments.map((each) => stateOf(all.of(each), each)) };
    return { document, seconds: leastPoll(deployments) };
  }
  if ((slug === 'changes' || slug === 'handover') && name === undefined) {
    const readable = deployments.filter((each) => isReadable(each, all));
    const contexts = readable.map((each) => ({ context: all.of(each), deployment: each }));
    const unread = deployments.filter((each) => !readable.includes(each)).map((each) => each.slug);
    const now = contexts[0]?.context.now ?? Date.now();
    const seconds = leastPoll(deployments);
    if (slug === 'changes')
      return { document: await allChangesResponse(contexts, unread, search, now), seconds };
    const { document, isSettled } = await allHandoversResponse(contexts, unread, { search, markdownBase }, now);
    return { document, seconds: isSettled ? usualSettledSeconds : seconds };
  }
  const deployment = deploymentNamed(slug, deployments);
  const context = all.of(deployment);
  if (name === undefined) {
    parametersOf(search, []);
    return { document: stateOf(context, deployment), seconds: deployment.pollSeconds };
  }
  const responder = responderFor(name, more);
  if (!responder) throw nothingHere();
  checkReadable(deployment, all);
  const response = await responder({ context, deployment, search, markdownBase });
  const { document, isSettled, settledSeconds = usualSettledSeconds } = response;
  return { document, seconds: isSettled ? settledSeconds : deployment.pollSeconds };
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad request',
  404: 'Not found',
  409: 'Conflict',
  422: 'Not the same request',
  429: 'Too many notes',
  503: 'Not available',
};

function refused({ status, message, parameter, code, headers }: Refusal): Answered {
  const body: Problem = {
    type: 'about:blank',
    title: titles[status] ?? 'Not answered',
    status,
    detail: message,
    instance: `urn:uuid:${randomUUID()}`,
    ...(parameter !== undefined && { parameter }),
    ...(code !== undefined && { code }),
    ...(code !== undefined && code !== 'not-observed' && { reason: code }),
  };
  return {
    status,
    headers: { ...apiHeaders, 'content-type': problemMediaType, 'cache-control': 'no-store', ...headers },
    body: new TextEncoder().encode(JSON.stringify(body)),
  };
}

const compressed = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Compresses a body in zlib's threads, so that the next request is processed meanwhile. */
async function encoded(
  body: Uint8Array<ArrayBuffer>,
  encoding: 'br' | 'gzip',
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes =
    encoding === 'gzip'
      ? await compressed.gzip(body)
      : await compressed.br(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  // Copied to a buffer of its own, which can be transferred to another thread.
  return new Uint8Array(bytes);
}

interface Content {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

function contentOf(document: object): Content {
  if (document instanceof TextDocument) return document;
  return { text: JSON.stringify(document), headers: { 'content-type': 'application/json' } };
}

/** Responds to a failed request. @throws `cause` if neither the request nor the history file caused it. */
export function answerToFailure(cause: unknown): Answered {
  if (cause instanceof Refusal) return refused(cause);
  if (!(cause instanceof StoreFailure)) throw cause;
  return refused(
    cause.fault === 'disk-full'
      ? new Refusal(503, 'The disk of the history is full.', { code: 'disk-full' })
      : new Refusal(503, 'The history cannot be read.'),
  );
}

/** Responds to a request. Never rejects because of the request or a failing history file. */
export async function respond(question: Question, all: ResponseContexts): Promise<Answered> {
  let response: DocumentWithLifetime;
  try {
    response = await documentOf(question, all);
  } catch (cause) {
    return answerToFailure(cause);
  }
  const { document, seconds } = response;
  const { text, headers: ofContent } = contentOf(document);
  const body = new TextEncoder().encode(text);
  const tagged = createHash('sha256').update(body);
  // What was observed may change while the text stays the same.
  tagged.update(ofContent[pastHeaders.observed] ?? '');
  const etag = `"${tagged.digest('base64url').slice(0, 27)}"`;
  const headers = {
    ...apiHeaders,
    ...ofContent,
    'cache-control': `${question.isPublic ? 'public' : 'private'}, max-age=${seconds}`,
    etag,
    vary: isHandover(question.path) ? 'accept, accept-encoding' : 'accept-encoding',
  };
  if (matchesTag(question.ifNoneMatch, etag)) return { status: 304, headers, body: null };
  const encoding = encodingFor(question.acceptEncoding, body.byteLength);
  if (!encoding) return { status: 200, headers, body };
  return {
    status: 200,
    headers: encodedHeaders(headers, encoding, body.byteLength),
    body: await encoded(body, encoding),
  };
}
