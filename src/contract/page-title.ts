/** The title of a web page that came where an answer of this API should be. */

/** Characters that are looked at, and bytes that need be read: it stands in a page's head. */
export const longestHead = 64 * 1024;
const longestTitle = 200;

/**
 * "a page titled “Log in”"; `null` where it has no title. Ends are sought with `indexOf`: an expression would look for
 * the end of a tag from each of its beginnings, and a page may be made of nothing else.
 */
export function describePage(html: string): string | null {
  const head = html.slice(0, longestHead);
  const tag = head.search(/<title/i);
  const start = tag === -1 ? 0 : head.indexOf('>', tag) + 1;
  const title = start === 0 ? '' : (head.slice(start, start + longestTitle).split('<', 1)[0] ?? '').trim();
  return title === '' ? null : `a page titled “${title}”`;
}
