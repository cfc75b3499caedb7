import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { whenIdle } from '../time/idle.ts';
import { useAwaitedByPaper, usePrinting } from '../use-printing.ts';
import { forFirstScreen, lazyOnIdle } from './lazy-on-idle.ts';
import { lazyPartOf } from './lazy-part.tsx';
import { type Load, type Part, partOf } from './part.ts';

/** Distance from the screen, in pixels, at which loading begins. */
const margin = 500;

/**
 * Creates a {@link lazyPartOf} whose code is loaded when its place comes near the screen.
 * @param Waiting - placeholder of the same size. A hidden placeholder loads nothing.
 * @param orIdle - whether the code is also loaded when the page is idle.
 */
export function visiblePart<P extends object>(
  part: Part<P>,
  Waiting: (props: P) => ReactNode,
  orIdle = false,
): ComponentType<P> {
  const Drawn = lazyPartOf(part, Waiting);
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

/** Creates a {@link visiblePart} from the function that loads its code, for a part used in one place. */
export function lazyOnVisible<P extends object>(
  load: Load<P>,
  Waiting: (props: P) => ReactNode,
): ComponentType<P> {
  return visiblePart(partOf(load), Waiting);
}

/**
 * Creates a {@link lazyOnVisible} that always loads, but last. For a part to which keys lead, or in which the
 * browser's find searches.
 */
export function lazyOnVisibleOrIdle<P extends object>(
  load: Load<P>,
  Waiting: (props: P) => ReactNode,
): ComponentType<P> {
  return visiblePart(lazyOnIdle(partOf(load)), Waiting, true);
}
