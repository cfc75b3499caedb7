/** Inline styles of server-rendered markup. */

import type { DrawnScreen } from '#domain/first-screen/first-screen.ts';

/** Style texts of the app's own components. Other text could end the surrounding rule. */
const declarations = /^[\w\s.,:;%()#*/+-]+$/;

/**
 * Moves `style` attributes into style sheet rules. The content security policy blocks such attributes but
 * allows a style sheet by its digest.
 * @param markup - from React: no text or attribute value contains a plain `"`.
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
