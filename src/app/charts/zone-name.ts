/**
 * Names of zones in charts, and estimates of their width. Zone `null` holds the region codes that no region
 * list assigns to a zone.
 */

import { settled } from '#domain/text/visible-text.ts';

export function zoneName(zone: string | null): string {
  return zone === null ? 'no zone known' : settled(zone);
}

/** Average width of a letter at a font size of 11 px, pixels. */
const letter = 5.7;

export function textWidth(text: string): number {
  return text.length * letter;
}

/** Estimates the width of a zone's name with the space after it, pixels. */
export function nameWidth(zone: string | null): number {
  return textWidth(zoneName(zone)) + 8;
}

/** Returns the name if it fits into `width` pixels at 11 px, else `null`. Shortened names could be equal. */
export function whole(name: string, width: number): string | null {
  return textWidth(name) <= width ? name : null;
}

/** Shortens the name to `width` pixels at 11 px. */
export function fitted(name: string, width: number): string {
  const most = Math.max(2, Math.floor(width / letter));
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
}
