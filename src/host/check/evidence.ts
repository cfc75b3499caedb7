/** Sends the requests of `edgewatch check` to an endpoint, and collects the responses as evidence. */

import { type ListParameters, regionField } from '#contract/decode/list.ts';
import { type DecodedResponse, decodeResponse } from '#contract/decode/response.ts';
import { ContractError } from '#contract/decode/row.ts';
import { type Endpoint, isListResource } from '#contract/endpoints.ts';
import { isAbsentStatus } from '#contract/failure.ts';
import { parseOrExplain } from '#contract/json/flaw.ts';
import { isRegionCode } from '#contract/region-code.ts';
import { mayBeStored, storedErrorSummary } from '#domain/failures/stored-error.ts';
import { type Reply, type SendRequest, searchOf } from './requests.ts';

export interface Exchange {
  readonly parameters: ListParameters;
  /** The request in words, for the report: `?limit=1`, or "without parameters". */
  readonly question: string;
  readonly reply: Reply;
  readonly answer: DecodedResponse | null;
  /** Why the response cannot be judged, as a clause, and the stage that failed; `null` if `answer` is set. */
  readonly problem: { readonly stage: 'reply' | 'status' | 'json' | 'body'; readonly text: string } | null;
}

export interface Evidence {
  readonly endpoint: Endpoint;
  readonly plain: Exchange;
  /**
   * The request with `limit=1`; `null` if it was not sent. Region lists get it too, although they have no
   * such parameter (API document, part 4, rule 3).
   */
  readonly one: Exchange | null;
  readonly larger: Exchange | null;
  /**
   * The request for one known region, whose code is from the rows or from a region list; `null` if it was not
   * sent.
   */
  readonly region: Exchange | null;
  /** The request for a region that this deployment does not have; `null` if it was not sent. */
  readonly unknownRegion: Exchange | null;
}

export function exchangesOf({ plain, one, larger, region, unknownRegion }: Evidence): readonly Exchange[] {
  return [plain, one, larger, region, unknownRegion].filter((each) => each !== null);
}

/**
 * Whether the response status means that the deployment does not offer the endpoint, which the API document
 * allows (part 1).
 */
export function isNotOffered({ reply }: Exchange): boolean {
  return reply.kind === 'answered' && isAbsentStatus(reply.status);
}

export async function exchange(
  ask: SendRequest,
  endpoint: Endpoint,
  parameters: ListParameters = {},
): Promise<Exchange> {
  const reply = await ask(endpoint.path, parameters);
  return {
    parameters,
    question: searchOf(parameters) || 'without parameters',
    reply,
    ...readReply(endpoint, reply),
  };
}

type Stage = NonNullable<Exchange['problem']>['stage'];

function readReply(endpoint: Endpoint, reply: Reply): Pick<Exchange, 'answer' | 'problem'> {
  if (reply.kind === 'unanswered') return unread('reply', reply.reason);
  if (reply.status !== 200) {
    const isCopy = mayBeStored(reply.headers, reply.receivedAt) && !isAbsentStatus(reply.status);
    return unread('status', isCopy ? storedErrorSummary(reply.status, null) : `HTTP ${reply.status}`);
  }
  let body: unknown;
  try {
    body = parseOrExplain(reply.text);
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : '';
    return unread('json', reply.text.trim() === '' ? 'the body is empty' : detail);
  }
  try {
    return { answer: decodeResponse(endpoint, body), problem: null };
  } catch (cause) {
    if (cause instanceof ContractError) return unread('body', cause.message);
    throw cause;
  }
}

function unread(stage: Stage, text: string): Pick<Exchange, 'answer' | 'problem'> {
  return { answer: null, problem: { stage, text } };
}

/**
 * Minimum `limit` of the request for a longer list. It exceeds the usual page, so that `has_more` can be
 * compared.
 */
const largerLimit = 1000;

export async function gather(
  ask: SendRequest,
  endpoint: Endpoint,
  plain: Exchange,
  knownRegions: ReadonlySet<string>,
): Promise<Evidence> {
  const { answer } = plain;
  if (answer?.kind !== 'list')
    return { endpoint, plain, one: null, larger: null, region: null, unknownRegion: null };
  const takes = (parameter: 'limit' | 'region') => endpoint.parameters.includes(parameter);
  const asking = (parameters: ListParameters) => exchange(ask, endpoint, parameters);
  const known = regionToRequest(plain, knownRegions);
  return {
    endpoint,
    plain,
    one: takes('limit') || answer.resource === 'region' ? await asking({ limit: 1 }) : null,
    larger: takes('limit') ? await asking({ limit: Math.max(largerLimit, answer.rows.length + 1) }) : null,
    region: takes('region') && known !== null ? await asking({ region: known }) : null,
    unknownRegion: takes('region') ? await asking({ region: unknownRegion(knownRegions) }) : null,
  };
}

export function regionsIn({ endpoint, plain }: Pick<Evidence, 'endpoint' | 'plain'>): string[] {
  const { answer } = plain;
  if (answer?.kind !== 'list' || !isListResource(endpoint.resource)) return [];
  const field = endpoint.resource === 'region' ? 'code' : regionField(endpoint.resource);
  if (field === null) return [];
  return answer.rows
    .map((row) => Reflect.get(row, field))
    .filter((code): code is string => typeof code === 'string' && isRegionCode(code));
}

function regionToRequest({ answer }: Exchange, knownRegions: ReadonlySet<string>): string | null {
  if (answer?.kind !== 'list') return null;
  const field = regionField(answer.resource);
  if (field === null) return [...knownRegions][0] ?? null;
  const codes = answer.rows.map((row): unknown => Reflect.get(row, field));
  return codes.find((code): code is string => typeof code === 'string' && isRegionCode(code)) ?? null;
}

function unknownRegion(knownRegions: ReadonlySet<string>): string {
  const digits = Array.from({ length: 10 }, (_, digit) => `zzq${digit}`);
  return digits.find((code) => !knownRegions.has(code)) ?? 'qzz0';
}
