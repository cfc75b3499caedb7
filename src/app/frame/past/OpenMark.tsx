import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
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

/** Pixels between a mark and a tap that still means it. A mark can be narrower than a finger. */
const reach = 12;

type Found = Pick<MarkDialogProps, 'mark' | 'words'>;

function markElement(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('#main [data-strip] [data-mark]') : null;
}

/** Returns the mark of an element of a strip, with its text; `null` without one, or if its time is still to come. */
function markOf(element: Element | null): Found | null {
  const strip = element?.closest('[data-strip]');
  const kind = subjectKinds.find((each) => each === strip?.getAttribute('data-strip'));
  const severity = element?.getAttribute('data-worst');
  const [from, to] = ['data-from', 'data-to'].map((name) => Date.parse(element?.getAttribute(name) ?? ''));
  if (!element || !strip || !kind || !isSeverity(severity) || !from || !to || from >= hostNow()) return null;
  const mark: MarkOfStrip = {
    kind,
    key: strip.getAttribute('data-key') ?? '',
    occurrence: Number(strip.getAttribute('data-occurrence')),
    severity,
    from,
    to,
  };
  return { mark, words: element.getAttribute('aria-label') ?? '' };
}

/** Whether a tap means a mark that an earlier tap has read: it is on the mark, or near it on the same strip. */
function isAgain(read: Element | null, tapped: Element | null, x: number): read is Element {
  if (!read || !tapped || read.closest('[data-strip]') !== tapped.closest('[data-strip]')) return false;
  const { left, right } = read.getBoundingClientRect();
  return x >= left - reach && x <= right + reach;
}

/**
 * Opens the span of a strip's mark, on a click or with Enter. A finger cannot point first: its first tap reads the mark,
 * and a second one opens it.
 * @param props.slug - deployment of the page; absent on the overview, whose strips are those of deployments.
 */
export default function OpenMark({ slug }: { readonly slug?: string }) {
  const { key } = useLocation();
  const [shown, show] = useState<(Found & { readonly page: string }) | null>(null);
  // The browser's Back leads to another page, without the dialog.
  if (shown && shown.page !== key) show(null);
  const open = useEffectEvent((event: Event, element: Element | null) => {
    const found = markOf(element);
    if (!found) return;
    event.preventDefault();
    show({ ...found, page: key });
  });
  useEffect(() => {
    whenIdle(() => Promise.all([pastFrame.load(), markDialog.load()]).catch(() => undefined), longestWait);
    let pressed: Element | null = null;
    let read: Element | null = null;
    const onPointer = ({ type, pointerType, target }: PointerEvent) => {
      pressed = type === 'pointerdown' && pointerType === 'touch' ? markElement(target) : null;
    };
    const onClick = (event: MouseEvent) => {
      const { altKey, ctrlKey, metaKey, shiftKey, defaultPrevented, target, clientX } = event;
      // The text of the mark may move the strip before the click of a tap, so the mark is the one that was pressed.
      const [tapped, before] = [pressed, read];
      [pressed, read] = [null, tapped];
      if (altKey || ctrlKey || metaKey || shiftKey || defaultPrevented) return;
      if (!tapped) open(event, markElement(target));
      else if (isAgain(before, tapped, clientX)) open(event, before);
    };
    const onKey = (event: KeyboardEvent) => {
      const { key: pressed, altKey, ctrlKey, metaKey, repeat, target } = event;
      if ((pressed === 'Enter' || pressed === ' ') && !altKey && !ctrlKey && !metaKey && !repeat)
        open(event, markElement(target));
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('pointercancel', onPointer);
    document.addEventListener('click', onClick);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('pointercancel', onPointer);
      document.removeEventListener('click', onClick);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return (
    shown && (
      <MarkDialog
        mark={shown.mark}
        words={shown.words}
        slug={slug ?? shown.mark.key}
        isOfPage={slug !== undefined}
        onClose={() => show(null)}
      />
    )
  );
}
