import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { keepTrying } from './keep-trying.ts';
import { type Load, type Part, partOf } from './part.ts';

type Waiting<P> = (props: P) => ReactNode;

function nothing() {
  return null;
}

/**
 * Draws a part as soon as its code is there: what React's own boundaries for this reveal, they hold back until 300 ms
 * after anything on the screen began to wait.
 *
 * @param Waiting - stands in its place until then.
 */
export function laterPart<P extends object>(part: Part<P>, Waiting: Waiting<P> = nothing): ComponentType<P> {
  let loading: Promise<void> | null = null;
  const loaded = () => {
    loading ??= keepTrying(part.load);
    return loading;
  };
  return function Later(props: P) {
    const [Drawn, show] = useState(() => part.component);
    useEffect(() => {
      if (Drawn) return undefined;
      let current = true;
      void loaded().then(() => current && show(() => part.component));
      return () => {
        current = false;
      };
    }, [Drawn]);
    return Drawn ? <Drawn {...props} /> : <Waiting {...props} />;
  };
}

/** {@link laterPart} of a part that has one place. */
export function later<P extends object>(load: Load<P>, Waiting?: Waiting<P>): ComponentType<P> {
  return laterPart(partOf(load), Waiting);
}
