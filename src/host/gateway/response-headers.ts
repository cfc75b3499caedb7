/** Builds the response headers that viewers get, once per second of age for all viewers. */

import { retryAfter } from '#client/request.ts';
import { ageOf } from '#domain/answer/poll.ts';
import { encodedHeaders, varyByEncoding } from '../http/compression.ts';
import { servedNow } from '../http/secured-response.ts';
import { apiHeaders } from '../http/security-headers.ts';
import type { Encoding } from '../http/static-files.ts';
import { lengthOf } from './body/body.ts';
import { relayedCacheControl } from './cache/rules.ts';
import type { CachedOutcome } from './cache/shared-cache.ts';
import { serverHeader, type UpstreamFailure, type UpstreamResponse } from './upstream.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * Returns the seconds to wait after a failure, as text for `Retry-After`. A date would be read against
 * `Date`, which is that of the older response.
 */
function pauseAfter({ headers }: UpstreamFailure): string | null {
  const seconds = retryAfter(headers['retry-after'] ?? null, headers['date'] ?? null, Date.now());
  return seconds === null ? null : String(Math.ceil(seconds));
}

function headersFor(
  { headers }: UpstreamResponse,
  { cachedSeconds, inPlaceOf }: Pick<CachedOutcome, 'cachedSeconds' | 'inPlaceOf'>,
  isStatus: boolean,
): Record<string, string> {
  const { 'cache-control': control, expires, [serverHeader]: _, ...others } = headers;
  const age = ageOf({ age: headers['age'] ?? null }) + Math.floor(cachedSeconds);
  const isNoStore = isStatus || inPlaceOf !== null;
  const pause = inPlaceOf && pauseAfter(inPlaceOf);
  return {
    ...others,
    ...(isNoStore && { 'cache-control': 'no-store' }),
    ...(!isNoStore && control !== undefined && { 'cache-control': relayedCacheControl(control) }),
    ...(!isNoStore && expires !== undefined && { expires }),
    ...((isNoStore || cachedSeconds > 0) && { age: String(age) }),
    'edgewatch-served': servedNow(),
    'edgewatch-age': String(age),
    ...(inPlaceOf && { 'edgewatch-last-good': new Date(Date.now() - 1000 * cachedSeconds).toUTCString() }),
    ...(pause !== null && { 'retry-after': pause }),
    vary: varyByEncoding(headers['vary']),
    ...apiHeaders,
  };
}

/**
 * Builds the headers of a 304 to a viewer. It always states `Age`: otherwise Apache httpd, Squid and Chromium
 * keep the `Age` of the response that it confirms (RFC 9111 section 3.2;
 * findings/httpd-squid-age-after-304.sh).
 */
function notModified(headers: Headers): Headers {
  return { ...headers, age: headers['edgewatch-age'] ?? '0' };
}

function withBody(answer: UpstreamResponse, headers: Headers, encoding: Encoding | null): Headers {
  const length = lengthOf(answer.body);
  const answered = {
    ...headers,
    'content-type': 'application/json',
    'edgewatch-length': String(length),
    // Otherwise the length of the stream is unknown.
    ...(answer.body.kind === 'packed' && encoding === null && { 'content-length': String(length) }),
  };
  return encoding === null ? answered : encodedHeaders(answered, encoding, length);
}

/** What is sent of a cached response: the body in an encoding or plain (`null`), or a 304 without a body. */
export type Form = Encoding | 'not modified' | null;

interface Computed {
  /** Whole seconds for which the response was cached; -1 for a response that was requested just now. */
  readonly second: number;
  readonly byForm: Map<Form, Headers>;
}

export class AnswerHeaders {
  readonly #isStatus: boolean;
  readonly #made = new WeakMap<UpstreamResponse, Computed>();

  constructor(isStatus: boolean) {
    this.#isStatus = isStatus;
  }

  of(answer: UpstreamResponse, cached: CachedOutcome, form: Form): Headers {
    if (cached.inPlaceOf) return this.#compute(answer, cached, form);
    const second = cached.cachedSeconds > 0 ? Math.floor(cached.cachedSeconds) : -1;
    let computed = this.#made.get(answer);
    if (computed?.second !== second) {
      computed = { second, byForm: new Map() };
      this.#made.set(answer, computed);
    }
    const known = computed.byForm.get(form);
    if (known) return known;
    const headers = this.#compute(answer, cached, form);
    computed.byForm.set(form, headers);
    return headers;
  }

  #compute(answer: UpstreamResponse, cached: CachedOutcome, form: Form): Headers {
    const headers = headersFor(answer, cached, this.#isStatus);
    return form === 'not modified' ? notModified(headers) : withBody(answer, headers, form);
  }
}
