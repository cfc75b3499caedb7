/** Moves inline styles of server-rendered markup into a style sheet. */

import type { DrawnScreen } from '#domain/first-screen/first-screen.ts';

/** Matches the style texts of the app's own components. Other text could end the surrounding CSS rule. */
const declarations = /^[\w\s.,:;%()#*/+-]+$/;

/**
 * Moves `style` attributes into rules of a style sheet. The content security policy blocks such attributes
 * but allows a style sheet by its digest.
 * @param markup - markup from React: no text or attribute value in it contains a plain `"`.
 */
export function liftStyles(markup: string): DrawnScreen {
  const names = new Map<string, string>();
  const lifted = markup.replaceAll(/ style="([^"]*)"/g, (_attribute, style: string) => {
    if (!declarations.test(style)) return '';
    const name = names.get(style) ?? names.size.toString(36);
    names.set(style, name);
    return ` data-drawn="${name}"`;
  });
  return {
    markup: lifted,
    styles: [...names].map(([style, name]) => `[data-drawn="${name}"]{${style}}`).join(''),
  };
}
