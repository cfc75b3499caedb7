import type { ComponentType, ReactNode } from 'react';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import type * as Parts from './after-verdict-parts.ts';
import type * as FiguresParts from './figures-parts.ts';

/** Returns a lazily loaded part of the status page. If its code fails to load, the verdict is still shown. */
export function afterVerdict<P extends object>(
  pick: (parts: typeof Parts) => ComponentType<P>,
  Waiting?: (props: P) => ReactNode,
) {
  return lazyPart(async () => ({ default: pick(await import('./after-verdict-parts.ts')) }), Waiting);
}

/** Like {@link afterVerdict}, for parts that do not wait for the code of the history either. */
export function withFigures<P extends object>(
  pick: (parts: typeof FiguresParts) => ComponentType<P>,
  Waiting?: (props: P) => ReactNode,
) {
  return lazyPart(async () => ({ default: pick(await import('./figures-parts.ts')) }), Waiting);
}
