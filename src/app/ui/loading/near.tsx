import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { isInHost } from '../host.ts';
import { whenIdle } from '../time/idle.ts';
import { useAwaitedByPaper, usePrinting } from '../use-printing.ts';
import { laterPart } from './later.tsx';
import { type Load, type Part, partOf } from './part.ts';
import { forFirstScreen, soon } from './soon.ts';

/** Pixels: a part is on its way before its place is seen. */
const margin = 500;

/**
 * {@link laterPart} whose code is loaded once its place comes near the screen, in a frame after what is drawn
 * with it.
 *
 * @param Waiting - stands in its place until then, as large as it; what is not shown at all loads nothing.
 * @param isDrawn - as of {@link laterPart}.
 * @param orIdle - whether it comes in any case, once the page has nothing better to do.
 */
export function nearPart<P extends object>(
  part: Part<P>,
  Waiting: (props: P) => ReactNode,
  isDrawn = false,
  orIdle = false,
): ComponentType<P> {
  const Drawn = laterPart(part, Waiting, isDrawn);
  if (isInHost && isDrawn) return Drawn;
  return function Near(props: P) {
    const [isNear, setNear] = useState(() => part.component !== null);
    const place = useRef<HTMLDivElement>(null);
    const printing = usePrinting();
    if (printing && !isNear) setNear(true);
    useAwaitedByPaper(printing && part.component === null);
    useEffect(() => {
      if (isNear || !place.current) return undefined;
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some((entry) => entry.isIntersecting)) return;
          observer.disconnect();
          setNear(true);
        },
        { rootMargin: `${margin}px` },
      );
      observer.observe(place.current);
      const timer = orIdle
        ? setTimeout(() => whenIdle(() => setNear(true), forFirstScreen), forFirstScreen)
        : undefined;
      return () => {
        observer.disconnect();
        clearTimeout(timer);
      };
    }, [isNear]);
    if (isNear) return <Drawn {...props} />;
    return (
      <div ref={place} data-drawn-last={orIdle || undefined}>
        <Waiting {...props} />
      </div>
    );
  };
}

/** {@link nearPart} of a part that has one place. */
export function near<P extends object>(load: Load<P>, Waiting: (props: P) => ReactNode): ComponentType<P> {
  return nearPart(partOf(load), Waiting);
}

/** {@link near} of a part that keys lead to, or that is looked for in the page: it comes in any case, but last. */
export function nearOrIdle<P extends object>(
  load: Load<P>,
  Waiting: (props: P) => ReactNode,
): ComponentType<P> {
  return nearPart(soon(partOf(load)), Waiting, false, true);
}
