/** Writes and withdraws notes. A repeated request with the same key adds nothing. */

import type { QueryClient } from '@tanstack/react-query';
import { hostAddress } from '#app/delivered/base.ts';
import { isPlainObject } from '#contract/json/parse.ts';
import { historySlugOf } from '../keys.ts';
import { patience } from './timing.ts';

export interface PostFailure {
  /** Reason as a sentence. */
  readonly why: string;
  /** Member of the note that the host refused; `null` for another failure. */
  readonly member: string | null;
}

/** Members of a note. Without `from` the note is about now; a member without a value is left out. */
export interface NoteFields {
  readonly text: string;
  readonly who?: string;
  readonly from?: string;
  readonly to?: string;
  readonly link?: string;
  readonly kind?: string;
  readonly key?: string;
  readonly occurrence?: number;
}

/** Makes an idempotency key. `crypto.randomUUID` is missing on pages without https. */
export function newRequestKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

const unreachable =
  'The host did not respond, so it is not known whether it is saved. Save again: it is saved only once.';

function failureOf({ status, type, headers }: Response, body: unknown): PostFailure {
  // A proxy in front of the host may redirect to its log-in page.
  if (status === 401 || type === 'opaqueredirect')
    return { why: 'Your log-in has ended. Log in in another tab, then save again.', member: null };
  const isProblem = (headers.get('content-type') ?? '').includes('json') && isPlainObject(body);
  const { detail, parameter } = isProblem ? body : {};
  return {
    why: typeof detail === 'string' ? detail : `The host returned ${status}. Save again later.`,
    member: typeof parameter === 'string' ? parameter : null,
  };
}

async function post(
  client: QueryClient,
  slug: string,
  path: string,
  fields: object,
  requestKey: string | null,
): Promise<PostFailure | null> {
  try {
    const response = await fetch(hostAddress(`history/${slug}/${path}`), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(requestKey !== null && { 'idempotency-key': `"${requestKey}"` }),
      },
      body: JSON.stringify(fields),
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    });
    const body: unknown = await response.json().catch(() => null);
    if (!response.ok) return failureOf(response, body);
  } catch {
    return { why: unreachable, member: null };
  }
  // Lists of notes, the notes about present states, and handovers.
  void client.invalidateQueries({
    predicate: (query) =>
      historySlugOf(query) === slug && /^(?:notes|since|handover) /.test(String(query.queryKey[2])),
  });
  return null;
}

/** Writes a note. @returns why it is not confirmed; `null` if it is committed. */
export function postNote(client: QueryClient, slug: string, fields: NoteFields, requestKey: string) {
  return post(client, slug, 'notes', fields, requestKey);
}

/** Withdraws a note, as {@link postNote} writes one. */
export function withdrawNote(
  client: QueryClient,
  slug: string,
  id: number,
  fields: { readonly reason: string; readonly who?: string },
) {
  return post(client, slug, `notes/${id}/withdraw`, fields, null);
}
