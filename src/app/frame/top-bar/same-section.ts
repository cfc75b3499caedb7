/** What a reader compares is the same section of another deployment, where it has one. */

import type { QueryClient } from '@tanstack/react-query';
import { offeredNow } from '#app/observe/availability.ts';
import { addressOf, sections } from '#app/pages.ts';
import { paths } from '#app/url/paths.ts';

/** The address in the deployment `to` of the section that an address of the deployment `from` lies in. */
export function inSameSection(client: QueryClient, pathname: string, from: string, to: string): string {
  // The status page stands first, and its address begins all others.
  const section = sections.findLast((each) => `${pathname}/`.startsWith(`${addressOf(each, from)}/`));
  return section && offeredNow(client, to, section.needs) !== 'no' ? addressOf(section, to) : paths.status(to);
}
