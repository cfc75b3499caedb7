import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { keepTrying } from './keep-trying.ts';
import { type Load, type Part, partOf } from './part.ts';

type Waiting<P> = (props: P) => ReactNode;

function nothing() {
  return null;
}

/**
 * Creates a component that renders as soon as its code is loaded. React's `Suspense` would delay it until 300
 * ms after the first fallback on the screen.
 * @param Waiting - placeholder until the code is loaded. The host renders only the placeholder.
 */
export function lazyPartOf<P extends object>(part: Part<P>, Waiting: Waiting<P> = nothing): ComponentType<P> {
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
      void loaded().then(() => {
        // A transition, so that rendering yields to input.
        if (current) startTransition(() => show(() => part.component));
      });
      return () => {
        current = false;
      };
    }, [Drawn]);
    return Drawn ? <Drawn {...props} /> : <Waiting {...props} />;
  };
}

/** Creates a {@link lazyPartOf} from the function that loads its code, for a part used in one place. */
export function lazyPart<P extends object>(load: Load<P>, Waiting?: Waiting<P>): ComponentType<P> {
  return lazyPartOf(partOf(load), Waiting);
}
