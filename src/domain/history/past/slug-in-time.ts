/**
 * The slug of a deployment as of a past moment, such as `edge@2026-11-27T03:00:00Z`. The app keeps its data under it, so
 * that nothing of the past mixes with the present. Apart from as-of.ts, because the first screen needs no more.
 */

/** Parameter of a page's address with the moment. */
export const momentParameter = 'at';

export function slugAsOf(slug: string, text: string): string {
  return `${slug}@${text}`;
}

/** Returns the slug in the configuration. */
export function presentSlug(slug: string): string {
  return slug.split('@', 1)[0] ?? slug;
}

/** Returns the text of the moment in a slug; `undefined` for the present. */
export function momentTextOf(slug: string): string | undefined {
  return slug.split('@', 2)[1];
}

/** Returns the moment in a slug, epoch milliseconds; `null` for the present. */
export function momentOf(slug: string): number | null {
  const text = momentTextOf(slug);
  return text === undefined ? null : Date.parse(text);
}
