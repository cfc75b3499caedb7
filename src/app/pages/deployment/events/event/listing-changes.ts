import type { ChangeEntry, ChangeType } from '#contract/history.ts';
import { formatMoment } from '#domain/history/strips/recorded-strip.ts';

/** Words for a change, and for its last observed absence. */
const words: Readonly<Partial<Record<ChangeType, readonly [changed: string, before: string]>>> = {
  appeared: ['First listed', 'not yet'],
  vanished: ['No longer listed', 'still listed'],
  returned: ['Listed again', 'not yet'],
  renamed: ['Given another name', 'not yet'],
};
const most = 3;

/**
 * States the newest appearances, absences and renamings in the list: "Listed again 20 Nov 10:20 (not
 * yet at 20 Nov 10:19)."
 */
export function listingChangesInWords(entries: readonly ChangeEntry[], now: number): string {
  return entries
    .flatMap(({ type, at, notBefore }) => {
      const [changed, before] = words[type] ?? [];
      if (changed === undefined) return [];
      const earlier = notBefore === null ? '' : ` (${before} at ${formatMoment(Date.parse(notBefore), now)})`;
      return [`${changed} ${formatMoment(Date.parse(at), now)}${earlier}.`];
    })
    .slice(0, most)
    .join(' ');
}
