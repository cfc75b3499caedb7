/** Reads the body of a response within a size limit: as text, or into a {@link LargeBody} if it is large. */

import type { EndpointPath } from '#contract/endpoints.ts';
import type { Answer } from '#domain/answer/answer.ts';
import type { ClientResponse } from './exchange.ts';
import { RequestFailure } from './request-failure.ts';

/**
 * Default size in bytes above which a body is large: some 7,000 rows. Parsing and sorting more would block
 * the page noticeably.
 */
export const largeBytes = 1024 * 1024;

/** Destination of a large body. It processes the body part by part, in browsers outside the page's thread. */
export interface LargeBody<T> {
  /** Passes on the next part of the body and transfers its buffer: the caller must not use it afterwards. */
  write(bytes: Uint8Array<ArrayBuffer>): void;
  /**
   * Present if the body is throttled. Resolves when the next part may be read; returns `undefined` if it may
   * be read at once.
   */
  pause?(): Promise<void> | undefined;
  /** Total milliseconds of all waits in `pause` so far. */
  pausedMilliseconds?(): number;
  /**
   * Ends the body and resolves to its decoded value.
   * @throws SyntaxError or ContractError if the body is invalid. ListGone if the list was dropped or the
   * worker died, which is no fault of the response.
   */
  end(): Promise<{ readonly value: T } & Pick<Answer<T>, 'findings' | 'unlisted'>>;
  cancel(): void;
}

export interface Body<T> {
  /** The body as text; empty if `large` has the body. */
  readonly text: string;
  readonly large: LargeBody<T> | null;
  /** Size of the body in bytes, after decompression. */
  readonly bytes: number;
}

export interface BodyOptions<T> {
  readonly maximumBytes: number;
  /** Opens the destination of a large body; resolves to `null` if there is none. */
  readonly openLarge?: (() => Promise<LargeBody<T> | null> | undefined) | undefined;
  /** Size in bytes above which a body is large; {@link largeBytes} by default. */
  readonly longFrom?: number | undefined;
  /** Decoder of the text. The default one drops a byte order mark. */
  readonly decoder?: InstanceType<typeof TextDecoder>;
  /** Called with the number of bytes so far. `total` is `null` if the response does not state its size. */
  readonly onBytes?: ((bytes: number, total: number | null) => void) | undefined;
}

const mebibyte = 1024 * 1024;

/**
 * Reads the size of a body from its headers, in bytes after decompression; `null` if it is not stated. For a
 * compressed response only our host states it (`Edgewatch-Length`).
 */
export function totalBytes(headers: ClientResponse['headers']): number | null {
  const isEncoded = headers.get('content-encoding') !== null;
  const length = headers.get('edgewatch-length') ?? (isEncoded ? null : headers.get('content-length'));
  return length !== null && /^\d{1,15}$/.test(length) && length !== '0' ? Number(length) : null;
}

/** Returns the minimum size of a body in bytes that its headers show; 0 without such headers. */
export function declaredBytes(headers: ClientResponse['headers']): number {
  return totalBytes(headers) ?? Number(headers.get('content-length') ?? 0);
}

function tooLarge(path: EndpointPath, { status }: ClientResponse, maximumBytes: number): RequestFailure {
  const most = maximumBytes < mebibyte ? `${maximumBytes} bytes` : `${Math.floor(maximumBytes / mebibyte)} MiB`;
  return new RequestFailure(path, 'too-large', `the response is larger than ${most}`, { status });
}

/**
 * Reads the complete body of a response and counts its bytes as they arrive.
 * @throws RequestFailure `too-large` if the body has more than `maximumBytes` after decompression.
 */
export async function readBody<T>(
  response: ClientResponse,
  path: EndpointPath,
  { maximumBytes, openLarge, onBytes, longFrom, decoder = new TextDecoder() }: BodyOptions<T>,
): Promise<Body<T>> {
  const total = totalBytes(response.headers);
  const declared = declaredBytes(response.headers);
  if (declared > maximumBytes) {
    await response.body?.cancel();
    throw tooLarge(path, response, maximumBytes);
  }
  if (!response.body) return { text: '', large: null, bytes: 0 };
  const reader = response.body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let large: LargeBody<T> | null = null;
  let bytes = 0;
  let handOverFrom = openLarge ? (longFrom ?? largeBytes) : Number.POSITIVE_INFINITY;
  const handOver = async () => {
    handOverFrom = Number.POSITIVE_INFINITY;
    const opened = (await openLarge?.()) ?? null;
    if (opened) for (const part of parts.splice(0)) opened.write(part);
    return opened;
  };
  try {
    if (declared > handOverFrom) large = await handOver();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.byteLength;
      if (bytes > maximumBytes) {
        await reader.cancel();
        throw tooLarge(path, response, maximumBytes);
      }
      onBytes?.(bytes, total);
      if (large) large.write(part.value);
      else parts.push(part.value);
      if (bytes > handOverFrom) large = await handOver();
      await large?.pause?.();
    }
  } catch (cause) {
    large?.cancel();
    throw cause;
  }
  const text = parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
  return { text, large, bytes };
}
