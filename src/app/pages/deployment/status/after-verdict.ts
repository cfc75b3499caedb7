import type { ComponentType, ReactNode } from 'react';
import { later } from '#app/ui/loading/later.tsx';
import type * as Parts from './after-verdict-parts.ts';
import type * as FiguresParts from './figures-parts.ts';

/** A part of the status page that the verdict does not wait for, and that does not take it along where it cannot be loaded. */
export function afterVerdict<P extends object>(
  pick: (parts: typeof Parts) => ComponentType<P>,
  Waiting?: (props: P) => ReactNode,
) {
  return later(async () => ({ default: pick(await import('./after-verdict-parts.ts')) }), Waiting, true);
}

/** {@link afterVerdict} of what does not wait for what was seen over time either. */
export function withFigures<P extends object>(
  pick: (parts: typeof FiguresParts) => ComponentType<P>,
  Waiting?: (props: P) => ReactNode,
) {
  return later(async () => ({ default: pick(await import('./figures-parts.ts')) }), Waiting, true);
}
