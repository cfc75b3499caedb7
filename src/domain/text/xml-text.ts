/** Writes untrusted text into XML documents. */

/** Characters that XML 1.0 forbids, also as references (section 2.2). */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for the content of an element or for an attribute. Replaces characters that XML forbids. */
export function xmlText(text: string): string {
  return text.replace(forbidden, '\ufffd').replace(/[&<>"']/g, (sign) => references[sign] ?? '');
}
