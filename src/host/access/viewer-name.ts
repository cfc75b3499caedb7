/** Reads the names of viewers that an identity provider or a proxy states. */

import { isUtf8 } from 'node:buffer';
import { mostOfName } from '#contract/notes.ts';

/** Control characters, and direction overrides, which could change the text around a name. */
const disturbing = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** Returns a stated name without blanks around it, cut to the longest name; `null` if it is no text or empty. */
export function shortName(stated: unknown): string | null {
  if (typeof stated !== 'string') return null;
  const name = stated.toWellFormed().replace(disturbing, '').trim();
  return name === '' ? null : Array.from(name).slice(0, mostOfName).join('').trim();
}

/** Returns the name in a header. Node reads headers as Latin-1, and proxies send UTF-8. */
export function nameInHeader(header: string | null): string | null {
  const bytes = Buffer.from(header ?? '', 'latin1');
  return shortName(isUtf8(bytes) ? bytes.toString('utf8') : header);
}
