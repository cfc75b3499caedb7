import { hostAddress } from '#app/delivered/base.ts';
import { searchOf } from '#app/queries/history/history.ts';
import { paths } from '#app/url/paths.ts';
import { presentSlug } from '#domain/history/past/slug-in-time.ts';
import type { Window } from '#domain/history/spans/shares.ts';

/**
 * Returns the path of the page with a range. The address of UTC has no time zone.
 * @param slug - deployment of the handover; `null` for that of all deployments.
 */
export function pathOf(slug: string | null, { from, to }: Window, zone: string): string {
  const search = {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    zone: zone === 'UTC' ? undefined : zone,
  };
  return slug === null ? paths.handoverOfAll(search) : paths.handover(slug, search);
}

/** Returns the address of the JSON document of a range. @param slug - as for {@link pathOf}. */
export function documentOf(slug: string | null, range: Window): string {
  const below = slug === null ? '' : `/${encodeURIComponent(presentSlug(slug))}`;
  return hostAddress(`history${below}/handover${searchOf(range)}`);
}

function absolute(address: string): string {
  return new URL(address, document.baseURI).href;
}

/** Returns the absolute addresses of the page and the JSON document of a range, for Markdown. */
export function linksOf(
  slug: string,
  range: Window,
  zone: string,
): { readonly page: string; readonly json: string } {
  return {
    page: absolute(hostAddress(pathOf(presentSlug(slug), range, zone).slice(1))),
    json: absolute(documentOf(slug, range)),
  };
}
