/** Reading a response's body within limits: as text, or elsewhere where it is long. */

import type { EndpointPath } from '#contract/endpoints.ts';
import type { Answer } from '#domain/answer/answer.ts';
import { RequestFailure } from './request-failure.ts';

/** From this many bytes on, parsing and sorting would be felt: some 7,000 rows. */
export const largeBytes = 1024 * 1024;

/** Takes in a long body elsewhere, part by part. */
export interface LargeBody<T> {
  /** The bytes are no longer the caller's. */
  write(bytes: Uint8Array<ArrayBuffer>): void;
  /** Where the next part is in no hurry: resolves once it is time for it. */
  pause?(): Promise<void> | undefined;
  /** Milliseconds of such pauses so far. */
  pausedMilliseconds?(): number;
  /**
   * What was made of the whole.
   *
   * @throws SyntaxError, ContractError, or ListGone where it is let go or the place broke: not a word about the answer.
   */
  end(): Promise<{ readonly value: T } & Pick<Answer<T>, 'findings' | 'unlisted'>>;
  cancel(): void;
}

export interface Body<T> {
  /** Empty where `large` has it. */
  readonly text: string;
  readonly large: LargeBody<T> | null;
  /** Bytes after decompression. */
  readonly bytes: number;
}

export interface BodyOptions<T> {
  readonly maximumBytes: number;
  /** Where a body goes that turns out to be long; `null` where there is no such place. */
  readonly openLarge?: (() => Promise<LargeBody<T> | null> | undefined) | undefined;
  /** From how many bytes on a body is long. */
  readonly longFrom?: number | undefined;
  /** What makes the text of the bytes; by default it leaves a byte order mark out. */
  readonly decoder?: InstanceType<typeof TextDecoder>;
  /** Told of bytes while they arrive, and of how many there will be where that is known. */
  readonly onBytes?: ((bytes: number, total: number | null) => void) | undefined;
}

const mebibyte = 1024 * 1024;

/** Bytes after decompression, which only the host says of what it compresses; `null` where nobody says so. */
export function totalBytes(headers: Headers): number | null {
  const isEncoded = headers.get('content-encoding') !== null;
  const length = headers.get('edgewatch-length') ?? (isEncoded ? null : headers.get('content-length'));
  return length !== null && /^\d{1,15}$/.test(length) && length !== '0' ? Number(length) : null;
}

/** Bytes that an answer has at least by its own account, 0 where it says nothing. */
export function declaredBytes(headers: Headers): number {
  return totalBytes(headers) ?? Number(headers.get('content-length') ?? 0);
}

function tooLarge(path: EndpointPath, { status }: Response, maximumBytes: number): RequestFailure {
  const most = maximumBytes < mebibyte ? `${maximumBytes} bytes` : `${Math.floor(maximumBytes / mebibyte)} MiB`;
  return new RequestFailure(path, 'too-large', `the answer is larger than ${most}`, { status });
}

/**
 * The whole body, counted while it arrives.
 *
 * @throws RequestFailure `too-large` past `maximumBytes` (after decompression).
 */
export async function readBody<T>(
  response: Response,
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
  let mostKept = openLarge ? (longFrom ?? largeBytes) : Number.POSITIVE_INFINITY;
  const handOver = async () => {
    mostKept = Number.POSITIVE_INFINITY;
    const opened = (await openLarge?.()) ?? null;
    if (opened) for (const part of parts.splice(0)) opened.write(part);
    return opened;
  };
  try {
    if (declared > mostKept) large = await handOver();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.byteLength;
      if (bytes > maximumBytes) {
        await reader.cancel();
        throw tooLarge(path, response, maximumBytes);
      }
      onBytes?.(bytes, total);
      if (large) large.write(part.value);
      else parts.push(part.value);
      if (bytes > mostKept) large = await handOver();
      await large?.pause?.();
    }
  } catch (cause) {
    large?.cancel();
    throw cause;
  }
  const text = parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
  return { text, large, bytes };
}
