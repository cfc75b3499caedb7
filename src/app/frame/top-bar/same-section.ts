import type { QueryClient } from '@tanstack/react-query';
import { offeredNow } from '#app/observe/availability.ts';
import { paths } from '#app/url/paths.ts';
import { addressOf, sections } from '#app/url/sections.ts';

/** The address in deployment `to` of the section that contains `pathname` in deployment `from`. */
export function inSameSection(client: QueryClient, pathname: string, from: string, to: string): string {
  // The last match, because the status page is first and its address is a prefix of all others.
  const section = sections.findLast((each) => `${pathname}/`.startsWith(`${addressOf(each, from)}/`));
  return section && offeredNow(client, to, section.needs) !== 'no' ? addressOf(section, to) : paths.status(to);
}
