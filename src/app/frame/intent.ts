/** Loads the code of a page when the viewer is about to open it: pointer, focus or touch on a link. */

import { basePath } from '../delivered/base.ts';
import { partAt } from '../pages.ts';

const hints = ['pointerover', 'focusin', 'touchstart'] as const;

function follow({ target }: Event): void {
  const address = target instanceof Element ? target.closest('a[href]')?.getAttribute('href') : null;
  if (!address?.startsWith(basePath)) return;
  const [path = ''] = address.slice(basePath.length).split(/[?#]/, 1);
  // A failed load is repeated when the page is opened.
  partAt(path)
    ?.load()
    .catch(() => undefined);
}

export function watchIntent(): void {
  for (const hint of hints) document.addEventListener(hint, follow, { passive: true });
}
