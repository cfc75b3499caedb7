import { useLayoutEffect, useRef } from 'react';
import { now, subscribeToSeconds } from '#app/ui/time/clock.ts';

/** Words that follow the clock. They are written where they stand: for a second that passes nothing is rendered. */
export function Ticking({
  read,
  className,
}: {
  readonly read: (now: number) => string;
  readonly className?: string;
}) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    // A text that changes where it is has no selector matched anew, as one that is put in its place would.
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
