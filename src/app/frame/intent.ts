/**
 * Loads the code of a page when the viewer is about to open it: the pointer, the focus or a touch is on its
 * link.
 */

import { basePath } from '../delivered/base.ts';
import type { Part } from '../ui/loading/part.ts';

const hints = ['pointerover', 'focusin', 'touchstart'] as const;

/** Returns the code of the page at a path below the base of the app; `undefined` if there is no page. */
export type PartAt = (pathname: string) => Pick<Part<never>, 'load'> | undefined;

function follow({ target }: Event, partAt: PartAt): void {
  const address = target instanceof Element ? target.closest('a[href]')?.getAttribute('href') : null;
  if (!address?.startsWith(basePath)) return;
  const [path = ''] = address.slice(basePath.length).split(/[?#]/, 1);
  // If loading fails, it is repeated when the page is opened.
  partAt(path)
    ?.load()
    .catch(() => undefined);
}

export function watchIntent(partAt: PartAt): void {
  for (const hint of hints)
    document.addEventListener(hint, (event) => follow(event, partAt), { passive: true });
}
