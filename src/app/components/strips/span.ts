import { openedAt } from '#app/observe/session/seen.ts';
import { useTimed } from '#app/ui/time/clock.ts';
import { type Span, stripEnd, stripLength } from '#domain/history/strips/strip.ts';

/** The span of all session strips; it moves by one mark at a time. */
export function useStripSpan(): Span {
  const length = useTimed((now) => stripLength(now - openedAt));
  const to = useTimed((now) => stripEnd(now, length));
  return { from: to - length, to };
}
