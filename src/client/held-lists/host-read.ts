/** What page and host say to each other about a long list that the host has read, until the page holds it itself. */

import { build } from '../../contract/build.ts';
import type { ListResource } from '../../contract/resources.ts';
import { fieldsOf } from '../../domain/fields.ts';
import type { Ask } from './messages.ts';

/** Of an answer that tells what was read; only those of one build understand each other. */
export const hostReadType = `application/vnd.edgewatch.list-read;build=${build}`;

/** Whether a header names it, written as anybody between may write it. */
export function isHostReadType(mediaType: string | null | undefined): boolean {
  return mediaType?.replaceAll(' ', '').toLowerCase() === hostReadType.toLowerCase();
}

/** Longer bodies are sent as they are: the page shows how much of them has come. Bytes. */
export const mostReadByHost = 32 * 1024 * 1024;

/** What the page needs to know of a list in its place, and where to ask for the rest. */
export interface HostRead {
  /** Address below the deployment's own: GET gives the list as it was sent, POST answers {@link HostAsk}s. */
  readonly place: string;
  /** Those of the list's own answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the list. */
  readonly bytes: number;
  /** Whether it is written in ASCII alone. */
  readonly isPlain: boolean;
  /** A `ReadList` (messages.ts), written (wire.ts). */
  readonly read: string;
}

/** Several at once; the replies come in their order. */
export type HostAsk = Pick<Ask, 'lookups' | 'call'>;

export type HostReply = { readonly value: unknown } | { readonly failed: string };

/** More rows are for an export, not for a screen. */
const mostRows = 256;

/** Characters that have had their order and their cases for as long as there is a Unicode. */
// oxlint-disable-next-line no-control-regex
const latin = /^[\u0000-\u024f]*$/;

/**
 * Whether host and page give the same answer, and it is for a screen. They may know different versions of Unicode, by which
 * words are ordered and searched: what is no plain list waits for the page there, and what joins it with other characters.
 */
export function isForHost(resource: ListResource, isPlain: boolean, { lookups, call }: HostAsk): boolean {
  if (call.name === 'numbers' || (call.name === 'slice' && call.to - call.from > mostRows)) return false;
  const { text = '', sort = [] } = call.question;
  const fields: Readonly<Record<string, { readonly kind: string }>> = fieldsOf[resource](lookups);
  const isOfWords = text.trim() !== '' || sort.some(({ field }) => fields[field]?.kind !== 'number');
  if (!isOfWords) return true;
  const joined = [...lookups.places.values()].flatMap((place) => Object.values<string | null>({ ...place }));
  return isPlain && [text, ...Object.keys(lookups.words), ...joined].every((each) => latin.test(each ?? ''));
}
