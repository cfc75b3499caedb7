/**
 * Valid slugs of deployments. In its own file because the first screen loads host.ts, but needs none of this.
 */

/** Slugs that a deployment must not have: they would collide with the app's own addresses. */
export const reservedSlugs: ReadonlySet<string> = new Set(
  'about api assets changes config deployments handover healthz history login logout metrics openapi readyz wall'.split(
    ' ',
  ),
);

export const slugPattern = /^[a-z0-9][a-z0-9-]{0,39}$/;
