import { useLayoutEffect, useRef } from 'react';
import { now, subscribeToSeconds } from '#app/ui/time/clock.ts';

/** Text that follows the clock. It changes a text node directly: passing seconds render no component. */
export function Ticking({
  read,
  className,
}: {
  readonly read: (now: number) => string;
  readonly className?: string;
}) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    // Changing the data of a text node needs no style recalculation, unlike replacing it.
    const text = document.createTextNode(read(now()));
    place.current?.append(text);
    const stop = subscribeToSeconds(() => {
      const words = read(now());
      if (text.data !== words) text.data = words;
    });
    return () => {
      stop();
      text.remove();
    };
  }, [read]);
  return <span ref={place} className={className} />;
}
