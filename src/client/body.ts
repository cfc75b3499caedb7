/** Reading a response's body within limits. */

import type { EndpointPath } from '../contract/endpoints.ts';
import { RequestFailure } from './request-failure.ts';

export interface BodyText {
  readonly text: string;
  /** Bytes after decompression. */
  readonly bytes: number;
}

const mebibyte = 1024 * 1024;

/**
 * The whole body as text, counted while it arrives.
 *
 * @throws RequestFailure `too-large` past `maximumBytes` (after decompression).
 */
export async function readBody(
  response: Response,
  path: EndpointPath,
  maximumBytes: number,
): Promise<BodyText> {
  const tooLarge = () =>
    new RequestFailure(
      path,
      'too-large',
      `the answer is larger than ${maximumBytes < mebibyte ? `${maximumBytes} bytes` : `${Math.floor(maximumBytes / mebibyte)} MiB`}`,
      {
        status: response.status,
      },
    );
  const declared = Number(response.headers.get('content-length') ?? 0);
  if (declared > maximumBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  if (!response.body) return { text: '', bytes: 0 };
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > maximumBytes) {
      await reader.cancel();
      throw tooLarge();
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return { text: text + decoder.decode(), bytes };
}
