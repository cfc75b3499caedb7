/** What page and host say to each other about a long list that the host has read, until the page holds it itself. */

import { build } from '../../contract/build.ts';
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
  /** What is most likely asked first, {@link HostAsk}s, written: it is answered without being asked (told.ts). */
  readonly foreseen: string;
}

/** Several at once; the replies come in their order. */
export type HostAsk = Pick<Ask, 'lookups' | 'call'>;

export type HostReply = { readonly value: unknown } | { readonly failed: string };
