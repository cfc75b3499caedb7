import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

let navigated = false;

/** Whether the focus is on its way back to a link (way-back.ts): no heading takes it then. */
export const returning = { now: false };

/** Whether the reader has moved inside the app: the first page leaves focus where the browser puts it. */
export function hasNavigated(): boolean {
  return navigated;
}

/** A new page starts at its top; going back keeps the browser's own place. */
export function useNavigationEffects(): void {
  const { pathname } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    if (type === NavigationType.Push) globalThis.scrollTo(0, 0);
    return () => {
      navigated = true;
    };
  }, [pathname, type]);
}
