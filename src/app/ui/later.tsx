import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { keepTrying } from './keep-trying.ts';

type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>;

interface Later<P> {
  (props: P): ReactNode;
  /** Loads it ahead of need, in one try. */
  ahead(): Promise<void>;
}

function nothing() {
  return null;
}

/**
 * A part whose code comes after the rest, and which is drawn as soon as it is there: what React's own boundaries for this
 * reveal, they hold back until 300 ms after anything on the screen began to wait.
 *
 * @param Waiting - stands in its place until then.
 */
export function later<P extends object>(load: Load<P>, Waiting: (props: P) => ReactNode = nothing): Later<P> {
  let part: ComponentType<P> | null = null;
  let loading: Promise<void> | null = null;
  const ahead = async () => {
    part = (await load()).default;
  };
  const loaded = () => {
    loading ??= keepTrying(ahead);
    return loading;
  };
  function Later(props: P) {
    const [Part, show] = useState(() => part);
    useEffect(() => {
      if (Part) return undefined;
      let current = true;
      void loaded().then(() => current && show(() => part));
      return () => {
        current = false;
      };
    }, [Part]);
    return Part ? <Part {...props} /> : <Waiting {...props} />;
  }
  Later.ahead = ahead;
  return Later;
}
