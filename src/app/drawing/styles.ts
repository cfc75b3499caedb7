/** Styles of what the host draws. */

import type { DrawnScreen } from '#domain/answer/first-screen.ts';

/** What the app's own components write there; anything else could end the rule that it stands in. */
const declarations = /^[\w\s.,:;%()#*/+-]+$/;

/**
 * Puts what `style` attributes say into rules of a style sheet: the content policy lets no such attribute count, but a sheet
 * whose digest it names.
 *
 * @param markup - as React writes it: no text and no attribute's value holds a plain `"`.
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
