import { useEffect, useEffectEvent, useState } from 'react';
import { lazyPartOf } from '#app/ui/loading/lazy-part.tsx';
import { partOf } from '#app/ui/loading/part.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import { whenIdle } from '#app/ui/time/idle.ts';
import { subjectKinds } from '#contract/history.ts';
import type { MarkOfStrip } from '#domain/history/strips/span-of-mark.ts';
import { isSeverity } from '#domain/severity/severity.ts';
import type { MarkDialogProps } from './MarkDialog.tsx';
import { pastFrame } from './past-frame.ts';

const markDialog = partOf<MarkDialogProps>(() => import('./MarkDialog.tsx'));
const MarkDialog = lazyPartOf(markDialog);

const longestWait = 5_000;

/** Returns the strip's mark that contains an element, with its text; `null` outside of marks and in the future. */
function markAt(target: EventTarget | null): { readonly mark: MarkOfStrip; readonly words: string } | null {
  if (!(target instanceof Element)) return null;
  const element = target.closest('#main [data-strip] [data-mark]');
  const strip = element?.closest('[data-strip]');
  const kind = subjectKinds.find((each) => each === strip?.getAttribute('data-strip'));
  const [from, to] = ['data-from', 'data-to'].map((name) => Date.parse(element?.getAttribute(name) ?? ''));
  const severity = element?.getAttribute('data-worst');
  if (!element || !strip || !kind || !isSeverity(severity) || !from || !to || from >= hostNow()) return null;
  return {
    mark: {
      kind,
      key: strip.getAttribute('data-key') ?? '',
      occurrence: Number(strip.getAttribute('data-occurrence')),
      severity,
      from,
      to,
    },
    words: element.getAttribute('aria-label') ?? '',
  };
}

/**
 * Opens the span of a strip's mark, on a click or with Enter. A tap only reads the mark, because a finger cannot point
 * first.
 * @param props.slug - deployment of the page; absent on the overview, whose strips are those of deployments.
 */
export default function OpenMark({ slug }: { readonly slug?: string }) {
  const [shown, show] = useState<ReturnType<typeof markAt>>(null);
  const open = useEffectEvent((event: Event) => {
    const found = markAt(event.target);
    if (!found) return;
    event.preventDefault();
    show(found);
  });
  useEffect(() => {
    whenIdle(() => Promise.all([pastFrame.load(), markDialog.load()]).catch(() => undefined), longestWait);
    const onClick = (event: MouseEvent) => {
      const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
      const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      if (!isTouch && !hasModifier && !event.defaultPrevented) open(event);
    };
    const onKey = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey } = event;
      if ((key === 'Enter' || key === ' ') && !altKey && !ctrlKey && !metaKey) open(event);
    };
    document.addEventListener('click', onClick);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return (
    shown && (
      <MarkDialog
        {...shown}
        slug={slug ?? shown.mark.key}
        isOfPage={slug !== undefined}
        onClose={() => show(null)}
      />
    )
  );
}
