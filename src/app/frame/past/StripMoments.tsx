import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { whenIdle } from '#app/ui/time/idle.ts';
import { pastFrame } from './past-frame.ts';
import { searchAt } from './search-at.ts';

const longestWait = 5_000;

/** Returns the start of the strip's mark that contains an element, epoch milliseconds; `null` outside of marks. */
function startOfMark(target: EventTarget | null): number | null {
  if (!(target instanceof Element)) return null;
  const mark = target.closest('#main [data-strip] [data-mark]');
  const from = Date.parse(mark?.getAttribute('data-from') ?? '');
  return Number.isNaN(from) ? null : from;
}

/**
 * Opens the page as it was at the start of a strip's mark, on a click or with Enter. A tap only reads the mark, because
 * a finger cannot point first.
 */
export function StripMoments() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const open = useEffectEvent((target: EventTarget | null) => {
    const moment = startOfMark(target);
    if (moment === null) return;
    void navigate({ search: searchAt(search, moment) }, { preventScrollReset: true });
  });
  useEffect(() => {
    whenIdle(() => pastFrame.load().catch(() => undefined), longestWait);
    const onClick = (event: MouseEvent) => {
      const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
      const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      if (!isTouch && !hasModifier && !event.defaultPrevented) open(event.target);
    };
    const onKey = ({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key === 'Enter' && !altKey && !ctrlKey && !metaKey) open(target);
    };
    document.addEventListener('click', onClick);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return null;
}
