/** Loads the code of a page when the viewer is about to open it: pointer, focus or touch on a link. */

import { basePath } from '../delivered/base.ts';
import type { Part } from '../ui/loading/part.ts';

const hints = ['pointerover', 'focusin', 'touchstart'] as const;

/** The code of the page at an address below the base of the app. */
export type PartAt = (pathname: string) => Pick<Part<never>, 'load'> | undefined;

function follow({ target }: Event, partAt: PartAt): void {
  const address = target instanceof Element ? target.closest('a[href]')?.getAttribute('href') : null;
  if (!address?.startsWith(basePath)) return;
  const [path = ''] = address.slice(basePath.length).split(/[?#]/, 1);
  // A failed load is repeated when the page is opened.
  partAt(path)
    ?.load()
    .catch(() => undefined);
}

export function watchIntent(partAt: PartAt): void {
  for (const hint of hints)
    document.addEventListener(hint, (event) => follow(event, partAt), { passive: true });
}
