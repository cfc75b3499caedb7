import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { whenIdle } from '#app/ui/time/idle.ts';
import { searchText } from '#app/url/paths.ts';
import { momentText } from '#domain/history/past/as-of.ts';
import { momentParameter } from '#domain/history/past/slug-in-time.ts';
import { pastFrame } from './past-frame.ts';

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
    const parameters = new URLSearchParams(search);
    parameters.set(momentParameter, momentText(moment));
    void navigate({ search: searchText(parameters) }, { preventScrollReset: true });
  });
  useEffect(() => {
    whenIdle(() => pastFrame.load().catch(() => undefined), longestWait);
    const onClick = (event: MouseEvent) => {
      if (!(event instanceof PointerEvent && event.pointerType === 'touch')) open(event.target);
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
