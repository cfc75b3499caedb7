import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import type { StripProps } from './strip-props.ts';

function Place({ height }: StripProps) {
  return <svg width="1" height={height} aria-hidden="true" className="block" />;
}

/** The session's strip. Lazy, because no verdict waits for it. */
export const Strip = lazyPart<StripProps>(() => import('./SessionStrip.tsx'), Place);
