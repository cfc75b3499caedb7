/** The name of a zone on screen; `null` holds codes that no region list gives a zone. */

import { settled } from '#domain/text/visible-text.ts';

export function zoneName(zone: string | null): string {
  return zone === null ? 'no zone known' : settled(zone);
}

/** Of a letter at 11 px, pixels. */
const letter = 5.7;

export function textWidth(text: string): number {
  return text.length * letter;
}

/** Pixels that the name of a zone takes, with the space after it. */
export function nameWidth(zone: string | null): number {
  return textWidth(zoneName(zone)) + 8;
}

/** A name where all of it has room, pixels at 11 px: several begin alike, and cut short they are not told apart. */
export function whole(name: string, width: number): string | null {
  return textWidth(name) <= width ? name : null;
}

/** A name cut to a width, pixels at 11 px. */
export function fitted(name: string, width: number): string {
  const most = Math.max(2, Math.floor(width / letter));
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
}
