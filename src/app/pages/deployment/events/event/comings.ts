import type { ChangeEntry, ChangeType } from '#contract/history.ts';
import { formatMoment } from '#domain/history/recorded-strip.ts';

const words: Readonly<Partial<Record<ChangeType, string>>> = {
  appeared: 'First listed',
  vanished: 'No longer listed',
  returned: 'Listed again',
  renamed: 'Given another name',
};
const most = 3;

/** When it came into its list and left it, the newest first: "Listed again 20 Nov 10:20, at 10:19 it was not." */
export function comingsInWords(entries: readonly ChangeEntry[], now: number): string {
  return entries
    .flatMap(({ type, at, notBefore }) => {
      const told = words[type];
      if (told === undefined) return [];
      const earlier =
        notBefore === null ? '' : `, seen otherwise at ${formatMoment(Date.parse(notBefore), now)}`;
      return [`${told} ${formatMoment(Date.parse(at), now)}${earlier}.`];
    })
    .slice(0, most)
    .join(' ');
}
