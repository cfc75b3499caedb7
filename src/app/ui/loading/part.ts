import type { ComponentType } from 'react';

/** `null` in the host, for what it does not draw. */
export type Load<P> = () => Promise<{ readonly default: ComponentType<P> | null }>;

/** A part of the app whose code comes after the rest. */
export interface Part<P> {
  /** `null` until its code is here. */
  readonly component: ComponentType<P> | null;
  /** Loads its code, in one try. */
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
