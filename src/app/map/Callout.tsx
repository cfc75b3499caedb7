import { useLayoutEffect, useRef } from 'react';
import { formatDuration } from '#domain/text/format.ts';
import { StatusGlyph } from '../components/severity/StatusGlyph.tsx';
import { StatusWord } from '../components/severity/StatusWord.tsx';
import { useHostTimed } from '../ui/time/clock.ts';
import type { Point, Size } from '../url/map-view.ts';
import { placeCallout } from './layout/callout-place.ts';
import { type Mark, shortened } from './layout/layout.ts';

/**
 * Box with details of the mark under the pointer. It ignores the pointer, so it is never in the way. Screen
 * readers get the same text as the name of the mark's link.
 */
export function Callout({
  mark: { place, radius },
  at: { x, y },
  room: { width, height },
  hint,
}: {
  readonly mark: Mark;
  /** Position of the mark on the map, pixels. */
  readonly at: Point;
  readonly room: Size;
  /** Text that says what a click does, if that is not obvious; else `null`. */
  readonly hint: string | null;
}) {
  const box = useRef<HTMLDivElement>(null);
  // After each render, because another text has another size.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const size = { width: element.offsetWidth, height: element.offsetHeight };
    const corner = placeCallout({ x, y, radius }, size, { width, height });
    element.style.transform = `translate(${Math.round(corner.x)}px, ${Math.round(corner.y)}px)`;
  });
  return (
    <div
      ref={box}
      aria-hidden="true"
      data-callout={place.code}
      className="no-print pointer-events-none absolute top-0 left-0 z-20 w-max max-w-60 border border-ctl bg-bg px-2.5 py-1.5 text-[12.5px] leading-[18px]"
    >
      <p className="m-0 wrap-anywhere">
        {place.name !== null && (
          <b data-verbatim="" translate="no" className="font-semibold [unicode-bidi:isolate]">
            {shortened(place.name)}
          </b>
        )}{' '}
        <span data-verbatim="" translate="no" className="mono [unicode-bidi:isolate]">
          {shortened(place.code)}
        </span>{' '}
        {place.country !== null && (
          <span data-verbatim="" translate="no" className="text-text-2 [unicode-bidi:isolate]">
            {shortened(place.country)}
          </span>
        )}
      </p>
      <p className="m-0 flex items-center gap-1.5">
        <StatusGlyph severity={place.state.severity} size={10} />
        <StatusWord state={place.state} className="line-clamp-2 wrap-anywhere" />
        {place.since !== undefined && <Lasting since={place.since} />}
      </p>
      {place.amount !== '' && <p className="m-0">{place.amount}</p>}
      {place.doubt !== null && <p className="m-0 text-text-2">place uncertain: {place.doubt}</p>}
      {hint !== null && <p className="m-0 text-text-3">{hint}</p>}
    </div>
  );
}

function Lasting({ since }: { readonly since: number }) {
  return <span className="shrink-0">{useHostTimed((now) => formatDuration(now - since))}</span>;
}
