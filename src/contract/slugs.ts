/** What a slug may be; apart from host.ts, for the first screen needs none of it. */

/** Slugs that are words of the app's own addresses. */
export const reservedSlugs: ReadonlySet<string> = new Set(
  'about api assets changes config deployments handover healthz history login logout metrics openapi readyz wall'.split(
    ' ',
  ),
);

export const slugPattern = /^[a-z0-9][a-z0-9-]{0,39}$/;
