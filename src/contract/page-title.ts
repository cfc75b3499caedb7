/** Finds the title of an HTML page that was sent instead of an API response. */

/**
 * Maximum number of characters that are searched for the title. Callers read no more bytes than this, because
 * the title stands in the head.
 */
export const longestHead = 64 * 1024;
const longestTitle = 200;

/**
 * Describes an HTML page by its title. Uses `indexOf`: on many unclosed tags, a regular expression takes
 * quadratic time.
 * @returns "a page titled “Log in”"; `null` if there is no title
 */
export function describePage(html: string): string | null {
  const head = html.slice(0, longestHead);
  const tag = head.search(/<title/i);
  const start = tag === -1 ? 0 : head.indexOf('>', tag) + 1;
  const title = start === 0 ? '' : (head.slice(start, start + longestTitle).split('<', 1)[0] ?? '').trim();
  return title === '' ? null : `a page titled “${title}”`;
}
