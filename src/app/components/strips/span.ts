import { useTimed } from '#app/ui/time/clock.ts';
import type { Span } from '#domain/history/strip.ts';
import { keptMilliseconds } from '#domain/memory/observation.ts';

/** Of one mark where a strip has room for ninety, milliseconds. */
const mark = keptMilliseconds / 90;

/** The time span that all strips of a page share; it moves on by one mark at a time. */
export function useStripSpan(): Span {
  const to = useTimed((now) => Math.ceil(now / mark) * mark);
  return { from: to - keptMilliseconds, to };
}
