import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { isInHost } from '../host.ts';
import { whenIdle } from '../time/idle.ts';
import { useAwaitedByPaper, usePrinting } from '../use-printing.ts';
import { forFirstScreen, soon } from './lazy-on-idle.ts';
import { laterPart } from './lazy-part.tsx';
import { type Load, type Part, partOf } from './part.ts';

/** Pixels outside the screen at which loading begins. */
const margin = 500;

/**
 * {@link laterPart} whose code is loaded when its place comes near the screen.
 * @param Waiting - placeholder of the same size; a hidden one loads nothing.
 * @param isDrawn - as in {@link laterPart}.
 * @param orIdle - whether it also loads when the page is idle.
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

/** {@link nearPart} for a part that is used in one place. */
export function near<P extends object>(load: Load<P>, Waiting: (props: P) => ReactNode): ComponentType<P> {
  return nearPart(partOf(load), Waiting);
}

/** {@link near} for a part that keys lead to or that the browser's find searches. It always loads, but last. */
export function nearOrIdle<P extends object>(
  load: Load<P>,
  Waiting: (props: P) => ReactNode,
): ComponentType<P> {
  return nearPart(soon(partOf(load)), Waiting, false, true);
}
