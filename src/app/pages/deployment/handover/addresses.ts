import { hostAddress } from '#app/delivered/base.ts';
import { searchOf } from '#app/queries/history/history.ts';
import { paths } from '#app/url/paths.ts';
import { presentSlug } from '#domain/history/past/slug-in-time.ts';
import type { Window } from '#domain/history/spans/shares.ts';

/** Returns the path of the page with a range. The address of UTC has no time zone. */
export function pathOf(slug: string, { from, to }: Window, zone: string): string {
  return paths.handover(slug, {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    zone: zone === 'UTC' ? undefined : zone,
  });
}

/** Returns the address of the JSON document of a range. */
export function documentOf(slug: string, range: Window): string {
  return hostAddress(`history/${encodeURIComponent(presentSlug(slug))}/handover${searchOf(range)}`);
}
