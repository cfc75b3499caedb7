import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '#app/ui/Icon.tsx';
import { laterPart } from '#app/ui/later.tsx';
import { partOf } from '#app/ui/part.ts';
import type { Deployment } from '#contract/host.ts';

const palette = partOf(() => import('./Palette.tsx'));
const Palette = laterPart(palette);

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

function noChange() {
  return () => undefined;
}

function placeInBar(): Element | null {
  return document.getElementById('find');
}

/** Find: its place in the top bar, and the keys `/` and Ctrl or ⌘ K wherever the reader is. */
export function Find({ deployment }: { readonly deployment: Deployment | undefined }) {
  const [open, setOpen] = useState(false);
  // The bar may be drawn together with this: it is looked for again once both are there.
  const place = useSyncExternalStore(noChange, placeInBar);
  useEffect(() => {
    // Ahead of need: letters that are typed while it loads would be lost.
    void palette.load().catch(() => undefined);
    const onKey = (event: KeyboardEvent) => {
      const slash =
        event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
      const letter = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!slash && !letter) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      {place &&
        createPortal(
          <button
            type="button"
            aria-label="Find"
            aria-keyshortcuts="/ Control+K Meta+K"
            title="Find (/)"
            className="inline-flex size-6 items-center justify-center max-md:size-11"
            onClick={() => setOpen(true)}
          >
            <Icon name="find" />
          </button>,
          place,
        )}
      {open && <Palette deployment={deployment} onClose={() => setOpen(false)} />}
    </>
  );
}
