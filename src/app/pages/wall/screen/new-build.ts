/** Looks for a new build of the app every minute, so that an unattended screen can reload. */

import { useEffect, useState } from 'react';
import { findNewBuild } from '#app/delivered/new-build.ts';

const checkMilliseconds = 60_000;

/** Returns the script of a new build, to be loaded at a calm moment; `null` if there is none. */
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
