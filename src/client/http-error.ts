/** Recognises HTTP errors that may be old copies of a cache. Loaded on demand: few responses need it. */

import { parseTimestamp } from '#contract/forms.ts';
import { isPlainObject, parseJson } from '#contract/json/parse.ts';
import { type Answer, responseHeaders } from '#domain/answer/answer.ts';
import { afterError, type KnownError, storedErrorSummary } from '#domain/failures/stored-error.ts';
import { addressOf, type ExchangeOptions } from './exchange.ts';

export interface HttpError {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  /** Text of the host's problem document; empty if the error is the service's own. */
  readonly problem: string;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

interface Source extends Pick<ExchangeOptions, 'baseUrl' | 'path' | 'parameters'> {
  readonly earlier?: Pick<Answer<unknown>, 'receivedAt'> | null;
}

const maximumUrls = 100;
const newest = new Map<string, KnownError & Pick<HttpError, 'receivedAt'>>();

/**
 * Describes an error that may be a stored copy: "HTTP 503, the same since 04:12:07: it may be a stored copy".
 * Returns `null` if nothing shows that it is one.
 */
export function storedCopySummary(source: Source, error: HttpError): string | null {
  const since = error.problem === '' ? sinceByHeaders(source, error) : sinceByHost(error.problem);
  return since === undefined ? null : storedErrorSummary(error.status, since);
}

/**
 * Reads from the host's problem document since when a stored error repeats, in epoch milliseconds. Returns
 * `null` if the time is unknown, and `undefined` if nothing shows a stored copy.
 */
function sinceByHost(problem: string): number | null | undefined {
  const body = parseJson(problem);
  const copy = isPlainObject(body) ? body['storedCopy'] : null;
  if (!isPlainObject(copy)) return undefined;
  return typeof copy['since'] === 'string' ? parseTimestamp(copy['since']) : null;
}

/**
 * Returns the same as {@link sinceByHost}, by status and headers, for a page that sends its requests to the
 * service itself. The body of such an error is not read.
 */
function sinceByHeaders(source: Source, { status, headers, receivedAt }: HttpError): number | null | undefined {
  const url = addressOf(source.baseUrl, source.path, source.parameters);
  const earlier = newest.get(url);
  const answeredAt = source.earlier?.receivedAt ?? Number.NEGATIVE_INFINITY;
  const known = earlier && earlier.receivedAt > answeredAt ? earlier : null;
  const values = responseHeaders((name) => headers.get(name));
  const error = afterError(known, { status, headers: values, digest: null, receivedAt });
  newest.delete(url);
  const [oldest] = newest.keys();
  if (oldest !== undefined && newest.size >= maximumUrls) newest.delete(oldest);
  newest.set(url, { ...error, receivedAt });
  if (!error.mayBeStored) return undefined;
  return error.repeats ? error.since : null;
}
