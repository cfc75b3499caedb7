/** The code of a page is loaded as soon as somebody is about to go there: points at a link to it, or reaches it with the keys. */

import { basePath } from '../delivered/base.ts';
import { partAt } from '../pages.ts';

const hints = ['pointerover', 'focusin', 'touchstart'] as const;

function follow({ target }: Event): void {
  const address = target instanceof Element ? target.closest('a[href]')?.getAttribute('href') : null;
  if (!address?.startsWith(basePath)) return;
  const [path = ''] = address.slice(basePath.length).split(/[?#]/, 1);
  // What cannot be loaded now is asked for again when it is needed.
  partAt(path)
    ?.load()
    .catch(() => undefined);
}

/** Starts watching. */
export function watchIntent(): void {
  for (const hint of hints) document.addEventListener(hint, follow, { passive: true });
}
