import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import type { StripProps } from './SubjectStrip.tsx';

function Place({ height }: StripProps) {
  return <svg width="1" height={height} aria-hidden="true" className="block" />;
}

/** The strip of a deployment or a component. Loaded lazily, because no verdict waits for it. */
export const Strip = lazyPart<StripProps>(() => import('./SubjectStrip.tsx'), Place);
