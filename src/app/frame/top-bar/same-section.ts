import type { QueryClient } from '@tanstack/react-query';
import { offeredNow } from '#app/observe/availability.ts';
import { paths } from '#app/url/paths.ts';
import { addressOf, sections } from '#app/url/sections.ts';
import { presentSlug } from '#domain/history/past/slug-in-time.ts';

/**
 * Returns the URL in deployment `to` of the section to which `pathname` belongs in deployment `from`. Returns
 * the status page if `to` does not offer the section.
 */
export function inSameSection(client: QueryClient, pathname: string, from: string, to: string): string {
  // The last match is the section. The status page comes first, and its URL is a prefix of all others.
  const own = presentSlug(from);
  const section = sections.findLast((each) => `${pathname}/`.startsWith(`${addressOf(each, own)}/`));
  return section && offeredNow(client, to, section.needs) !== 'no' ? addressOf(section, to) : paths.status(to);
}
