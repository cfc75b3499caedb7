/** Finds a new build for an unattended screen. It must respond, and never causes a reload loop. */

import { useEffect, useState } from 'react';
import { findNewBuild } from '#app/delivered/new-build.ts';

const checkMilliseconds = 60_000;

/** A new build, to be loaded at a calm moment; `null` without one. */
export function useNewBuild(): string | null {
  const [build, setBuild] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    const check = () =>
      findNewBuild().then(
        (found) => isOver || setBuild(found),
        // The host does not respond.
        () => undefined,
      );
    const timer = setInterval(() => void check(), checkMilliseconds);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, []);
  return build;
}
