import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

let navigated = false;

export const returning = { now: false };

/** Whether the viewer has navigated inside the app. On the first page, the browser sets the focus. */
export function hasNavigated(): boolean {
  return navigated;
}

/** Scrolls each new page to its top. After Back, way-back.ts restores the scroll position. */
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
