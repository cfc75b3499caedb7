/** What an answer is handed on with: made once for all who get the same within a second. */

import { ageOf } from '#domain/answer/poll.ts';
import { encodedHeaders, varyByEncoding } from '../http/compression.ts';
import { servedNow } from '../http/secured-response.ts';
import { apiHeaders } from '../http/security-headers.ts';
import type { Encoding } from '../http/static-files.ts';
import { lengthOf } from './body/body.ts';
import { handedOnControl } from './cache/rules.ts';
import type { CachedOutcome } from './cache/shared-cache.ts';
import { serverHeader, type UpstreamAnswer } from './upstream.ts';

type Headers = Readonly<Record<string, string>>;

/** Besides what its body is. */
function headersFor(
  { headers }: UpstreamAnswer,
  { heldSeconds, inPlaceOf }: Pick<CachedOutcome, 'heldSeconds' | 'inPlaceOf'>,
  isStatus: boolean,
): Record<string, string> {
  const { 'cache-control': control, expires, [serverHeader]: _, ...others } = headers;
  const age = ageOf({ age: headers['age'] ?? null }) + Math.floor(heldSeconds);
  const isUnkept = isStatus || inPlaceOf !== null;
  const retryAfter = inPlaceOf?.headers['retry-after'];
  return {
    ...others,
    ...(isUnkept && { 'cache-control': 'no-store' }),
    ...(!isUnkept && control !== undefined && { 'cache-control': handedOnControl(control) }),
    ...(!isUnkept && expires !== undefined && { expires }),
    ...((isUnkept || heldSeconds > 0) && { age: String(age) }),
    'edgewatch-served': servedNow(),
    'edgewatch-age': String(age),
    ...(inPlaceOf && { 'edgewatch-last-good': new Date(Date.now() - 1000 * heldSeconds).toUTCString() }),
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    vary: varyByEncoding(headers['vary']),
    ...apiHeaders,
  };
}

/**
 * The headers of a 304 to a viewer. It always states the age: Apache httpd, Squid and Chromium otherwise keep the `Age` of the
 * response that it confirms (RFC 9111 section 3.2; findings/httpd-squid-age-after-304.sh).
 */
export function notModifiedHeaders(answer: UpstreamAnswer, cached: CachedOutcome): Record<string, string> {
  const headers = headersFor(answer, cached, false);
  return { ...headers, age: headers['edgewatch-age'] ?? '0' };
}

function withBody(answer: UpstreamAnswer, headers: Headers, encoding: Encoding | null): Headers {
  const length = lengthOf(answer.body);
  const answered = {
    ...headers,
    'content-type': 'application/json',
    'edgewatch-length': String(length),
    // Of a stream nobody else knows how long it is.
    ...(answer.body.kind === 'packed' && encoding === null && { 'content-length': String(length) }),
  };
  return encoding === null ? answered : encodedHeaders(answered, encoding, length);
}

interface Made {
  /** Of its age; -1 where it was asked for just now. */
  readonly second: number;
  readonly byEncoding: Map<Encoding | null, Headers>;
}

export class AnswerHeaders {
  readonly #isStatus: boolean;
  readonly #made = new WeakMap<UpstreamAnswer, Made>();

  constructor(isStatus: boolean) {
    this.#isStatus = isStatus;
  }

  /** Of an answer whose body is sent in an encoding. */
  of(answer: UpstreamAnswer, cached: CachedOutcome, encoding: Encoding | null): Headers {
    if (cached.inPlaceOf) return withBody(answer, headersFor(answer, cached, this.#isStatus), encoding);
    const second = cached.heldSeconds > 0 ? Math.floor(cached.heldSeconds) : -1;
    let made = this.#made.get(answer);
    if (made?.second !== second) {
      made = { second, byEncoding: new Map() };
      this.#made.set(answer, made);
    }
    const known = made.byEncoding.get(encoding);
    if (known) return known;
    const headers = withBody(answer, headersFor(answer, cached, this.#isStatus), encoding);
    made.byEncoding.set(encoding, headers);
    return headers;
  }
}
