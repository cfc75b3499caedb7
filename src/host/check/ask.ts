/** Asks one address once, within limits. Nothing that a deployment sends makes this throw. */

import type { Asked } from '../../contract/decode-list.ts';

export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly contentType: string | null;
  readonly cacheControl: string | null;
  readonly text: string;
}

interface Unanswered {
  readonly kind: 'unanswered';
  /** A clause: "no answer within 10 s". */
  readonly reason: string;
}

export type Reply = Answered | Unanswered;

export interface AskLimits {
  readonly requestMilliseconds: number;
  /** For the whole check: questions after that are not asked. */
  readonly checkMilliseconds: number;
  /** Of one body, after decompression. */
  readonly bodyBytes: number;
}

export const defaultAskLimits: AskLimits = {
  requestMilliseconds: 10_000,
  checkMilliseconds: 180_000,
  bodyBytes: 32 * 1024 * 1024,
};

/** Asks an endpoint's path with these parameters. */
export type Ask = (path: string, asked: Asked) => Promise<Reply>;

export function searchOf({ limit, region }: Asked): string {
  const search = new URLSearchParams();
  if (limit !== undefined) search.set('limit', String(limit));
  if (region !== undefined) search.set('region', region);
  return search.size === 0 ? '' : `?${search.toString()}`;
}

/** One check's way to ask below `baseUrl`; its time runs from here. */
export function openAsk(baseUrl: string, fetcher: typeof fetch, limits: AskLimits): Ask {
  const base = baseUrl.replace(/\/+$/, '');
  const wholeCheck = AbortSignal.timeout(limits.checkMilliseconds);
  return async (path, asked) => {
    const request = AbortSignal.timeout(limits.requestMilliseconds);
    try {
      const response = await fetcher(base + path + searchOf(asked), {
        headers: { accept: 'application/json' },
        redirect: 'manual',
        signal: AbortSignal.any([request, wholeCheck]),
      });
      return await readReply(response, limits.bodyBytes);
    } catch (cause) {
      if (wholeCheck.aborted)
        return unanswered(`the check took longer than ${limits.checkMilliseconds / 1000} s`);
      if (request.aborted) return unanswered(`no answer within ${limits.requestMilliseconds / 1000} s`);
      return unanswered(reasonOf(cause));
    }
  };
}

async function readReply(response: Response, maximumBytes: number): Promise<Reply> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) {
    await response.body?.cancel();
    const target = headers.get('location');
    return unanswered(`HTTP ${status}, a redirect to ${target ?? 'nowhere'}, which is not followed`);
  }
  const text = await readText(response, maximumBytes);
  if (text === null) return unanswered(`the body is larger than ${maximumBytes} bytes`);
  return {
    kind: 'answered',
    status,
    contentType: headers.get('content-type'),
    cacheControl: headers.get('cache-control'),
    text,
  };
}

/** The body, counted while it arrives; `null` past the limit. */
async function readText(response: Response, maximumBytes: number): Promise<string | null> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let text = '';
  let bytes = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > maximumBytes) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

function unanswered(reason: string): Unanswered {
  return { kind: 'unanswered', reason };
}

/** `fetch` says "fetch failed" and keeps the reason in its cause. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'the request failed';
  const deeper = cause.cause;
  if (!(deeper instanceof Error)) return cause.message;
  return deeper.message === '' && 'code' in deeper ? String(deeper.code) : deeper.message;
}
