import { useRef } from 'react';
import { useEndOf } from '#app/components/history/range.ts';
import { hostNow } from '#app/ui/time/clock.ts';
import { useWidth } from '#app/ui/use-width.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { ticksOf } from '#domain/history/ticks.ts';

/** Time axis below strips that share a window: hours or days, and the end of the window. */
export function RecordAxis({ window }: { readonly window: Window }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const place = (time: number) => ((time - window.from) / (window.to - window.from)) * width;
  const lastName = useEndOf(window);
  const end = Math.min(width, place(hostNow()));
  // A date and time take more room than "now".
  const room = lastName.length > 5 ? 100 : 60;
  return (
    <div ref={box} className="relative h-4 overflow-hidden text-[11px] leading-4 text-text-3">
      {ticksOf(window, Math.max(2, Math.floor(width / 80))).map(({ at, label }) => {
        const x = place(at);
        return x < 24 || x > end - room ? null : (
          <span key={at} className="absolute -translate-x-1/2 whitespace-nowrap" style={{ left: x }}>
            {label}
          </span>
        );
      })}
      <b className="absolute right-0 font-semibold text-text">{lastName}</b>
    </div>
  );
}
