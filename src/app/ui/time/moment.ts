import { type ComponentType, createContext, useContext } from 'react';
import type { Feed } from '#domain/answer/answer.ts';

/** A past moment, and the parts that pages show only of the past. Their code loads with the frame of the past. */
export interface Past {
  /** Epoch milliseconds. */
  readonly moment: number;
  /** States when feeds were polled, and whether they were known then. */
  readonly KnownThen: ComponentType<{ readonly feeds: readonly Feed<unknown>[] }>;
  /** Says that the history has nothing of an endpoint. */
  readonly NotRecorded: ComponentType<{ readonly path: string }>;
}

const PastContext = createContext<Past | null>(null);

export const PastProvider = PastContext.Provider;

/** Returns the past that the page shows; `null` on a page of the present. */
export function usePast(): Past | null {
  return useContext(PastContext);
}

/** Returns the past moment that the page shows, epoch milliseconds; `null` on a page of the present. */
export function useMoment(): number | null {
  return usePast()?.moment ?? null;
}
