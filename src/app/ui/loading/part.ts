import type { ComponentType } from 'react';

/** `null` in the host for parts that it does not render. */
export type Load<P> = () => Promise<{ readonly default: ComponentType<P> | null }>;

export interface Part<P> {
  /** `null` until its code is loaded. */
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
