/** Reading a response's body within limits. */

import type { EndpointPath } from '#contract/endpoints.ts';
import { declaredBytes, type LargeBody, totalBytes } from './large-body.ts';
import { RequestFailure } from './request-failure.ts';

export interface Body<T> {
  /** Empty where `large` has it. */
  readonly text: string;
  readonly large: LargeBody<T> | null;
  /** Bytes after decompression. */
  readonly bytes: number;
}

export interface BodyOptions<T> {
  readonly maximumBytes: number;
  /** Where a body goes that turns out to be long; `null` where there is no such place. What was `fed` with it has it. */
  readonly openLarge?: ((fed?: unknown) => Promise<LargeBody<T> | null> | undefined) | undefined;
  /** From how many bytes on a body is long. */
  readonly longFrom?: number | undefined;
  /** What makes the text of the bytes; by default it leaves a byte order mark out. */
  readonly decoder?: InstanceType<typeof TextDecoder>;
  /** Told of bytes while they arrive, and of how many there will be where that is known. */
  readonly onBytes?: ((bytes: number, total: number | null) => void) | undefined;
}

const mebibyte = 1024 * 1024;

/**
 * The whole body, counted while it arrives.
 *
 * @throws RequestFailure `too-large` past `maximumBytes` (after decompression).
 */
export async function readBody<T>(
  response: Response,
  path: EndpointPath,
  {
    maximumBytes,
    openLarge,
    onBytes,
    longFrom = Number.POSITIVE_INFINITY,
    decoder = new TextDecoder(),
  }: BodyOptions<T>,
): Promise<Body<T>> {
  const tooLarge = () =>
    new RequestFailure(
      path,
      'too-large',
      `the answer is larger than ${maximumBytes < mebibyte ? `${maximumBytes} bytes` : `${Math.floor(maximumBytes / mebibyte)} MiB`}`,
      {
        status: response.status,
      },
    );
  const declared = declaredBytes(response.headers);
  if (declared > maximumBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  if (!response.body) return { text: '', large: null, bytes: 0 };
  const total = totalBytes(response.headers);
  const reader = response.body.getReader();
  let early: Uint8Array<ArrayBuffer>[] | null = openLarge ? [] : null;
  // What says that it will be long has its place made ready while it comes.
  const opening = declared > longFrom ? openLarge?.() : undefined;
  let large: LargeBody<T> | null = null;
  let bytes = 0;
  let text = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.byteLength;
      if (bytes > maximumBytes) {
        await reader.cancel();
        throw tooLarge();
      }
      onBytes?.(bytes, total);
      if (early && bytes > longFrom) {
        large = (await (opening ?? openLarge?.())) ?? null;
        for (const each of early)
          if (large) large.write(each);
          else text += decoder.decode(each, { stream: true });
        early = null;
      }
      if (early) early.push(part.value);
      else if (large) {
        large.write(part.value);
        await large.rest?.();
      } else text += decoder.decode(part.value, { stream: true });
    }
  } catch (cause) {
    (large ?? (await opening))?.cancel();
    throw cause;
  }
  if (!large) (await opening)?.cancel();
  for (const each of early ?? []) text += decoder.decode(each, { stream: true });
  return { text: text + decoder.decode(), large, bytes };
}
