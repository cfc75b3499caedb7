import type { ComponentType } from 'react';

export type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>;

export interface Part<P> {
  /** The component; `null` until its code is loaded. */
  readonly component: ComponentType<P> | null;
  readonly load: () => Promise<void>;
}

export function partOf<P>(load: Load<P>): Part<P> {
  let component: ComponentType<P> | null = null;
  return {
    get component() {
      return component;
    },
    load: async () => {
      component = (await load()).default;
    },
  };
}
