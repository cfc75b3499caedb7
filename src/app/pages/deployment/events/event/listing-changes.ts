import type { ChangeEntry, ChangeType } from '#contract/history.ts';
import { formatMoment } from '#domain/history/strips/recorded-strip.ts';

const words: Readonly<Partial<Record<ChangeType, string>>> = {
  appeared: 'First listed',
  vanished: 'No longer listed',
  returned: 'Listed again',
  renamed: 'Given another name',
};
const most = 3;

/**
 * States the newest appearances, absences and renamings in the list: "Listed again 20 Nov 10:20, seen
 * otherwise at 20 Nov 10:19."
 */
export function listingChangesInWords(entries: readonly ChangeEntry[], now: number): string {
  return entries
    .flatMap(({ type, at, notBefore }) => {
      const verb = words[type];
      if (verb === undefined) return [];
      const earlier =
        notBefore === null ? '' : `, seen otherwise at ${formatMoment(Date.parse(notBefore), now)}`;
      return [`${verb} ${formatMoment(Date.parse(at), now)}${earlier}.`];
    })
    .slice(0, most)
    .join(' ');
}
