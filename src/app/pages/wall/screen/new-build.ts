/** A screen that nobody touches takes a new build on its own: only one that answers, and never in a loop. */

import { useEffect, useState } from 'react';
import { findNewBuild } from '#app/delivered/new-build.ts';

const lookMilliseconds = 60_000;

/** A build that waits to be taken at a calm moment; `null` while there is none. */
export function useNewBuild(): string | null {
  const [build, setBuild] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    const look = () =>
      findNewBuild().then(
        (found) => isOver || setBuild(found),
        // The host does not answer: there is nothing to take.
        () => undefined,
      );
    const timer = setInterval(() => void look(), lookMilliseconds);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, []);
  return build;
}
