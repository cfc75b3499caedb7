/** Writes untrusted text into Markdown documents (CommonMark, with the extensions of GitHub). */

import { blank, isBlank } from './format.ts';
import { settled } from './visible-text.ts';

/** Signs that begin or end markup within a line, and those of links that need no markup: `:` and `@`. */
const markup = /[\\`*_~|$#@:[\]()!]/g;

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Escapes a text, so that it stays plain text within its line. The line must begin with a text of our own: a list
 * mark at its begin would count.
 * @param most - characters that are shown; the rest becomes "…"
 */
export function markdownText(text: string, most = 200): string {
  if (isBlank(text)) return blank;
  const shown = text.length > most ? `${text.slice(0, most - 1)}…` : text;
  return settled(shown.replace(/\s+/gu, ' ').trim())
    .replace(/[&<>]/g, (sign) => references[sign] ?? '')
    .replace(markup, '\\$&')
    .replace(/(www)\./gi, '$1\\.');
}

/** Writes a link. `address` must be a valid URL. */
export function markdownLink(text: string, address: string): string {
  // Parentheses end a link and a backslash escapes them. All are valid in a URL.
  const safe = new URL(address).href.replace(
    /[()\\]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `[${markdownText(text)}](${safe})`;
}
