/** The name of a zone on screen; `null` holds codes that no region list gives a zone. */

import { settled } from '#domain/text/visible-text.ts';
export function zoneName(zone: string | null): string {
  return zone === null ? 'no zone known' : settled(zone);
}
