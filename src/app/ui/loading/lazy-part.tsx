import {
  type ComponentType,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isInHost } from '../host.ts';
import { keepTrying } from './keep-trying.ts';
import { type Load, type Part, partOf } from './part.ts';
import { IsServerRendered, settling } from './settling.ts';

type Waiting<P> = (props: P) => ReactNode;

function nothing() {
  return null;
}

/**
 * Creates a component that renders as soon as its code is loaded. React's `Suspense` would delay it until 300
 * ms after the first fallback on the screen.
 * @param Waiting - placeholder until the code is loaded.
 * @param isDrawn - whether the host renders the component. The host never loads the code of other parts.
 */
export function lazyPartOf<P extends object>(
  part: Part<P>,
  Waiting: Waiting<P> = nothing,
  isDrawn = false,
): ComponentType<P> {
  let loading: Promise<void> | null = null;
  const loaded = () => {
    loading ??= isInHost ? part.load() : keepTrying(part.load);
    return loading;
  };
  if (isInHost) {
    return function InHost(props: P) {
      if (isDrawn && !part.component) use(loaded());
      return part.component ? <part.component {...props} /> : <Waiting {...props} />;
    };
  }
  return function Later(props: P) {
    const [Drawn, show] = useState(() => part.component);
    const settled = useRef<() => void>(undefined);
    // A layout effect, so that `start/take-over.ts` knows of the pending part from the first render on.
    useLayoutEffect(() => {
      if (isDrawn && !Drawn) settled.current = settling();
    }, [Drawn]);
    useEffect(() => {
      if (Drawn) return undefined;
      let current = true;
      void loaded().then(() => {
        // A transition, so that rendering yields to input.
        if (current) startTransition(() => show(() => part.component));
      });
      // The part is settled when it has rendered and its own parts have begun to load. Those also begin in
      // effects, which run before this.
      return () => {
        current = false;
        settled.current?.();
      };
    }, [Drawn]);
    if (!Drawn) return <Waiting {...props} />;
    return isDrawn ? (
      <Drawn {...props} />
    ) : (
      <IsServerRendered value={false}>
        <Drawn {...props} />
      </IsServerRendered>
    );
  };
}

/** Creates a {@link lazyPartOf} from the function that loads its code, for a part used in one place. */
export function lazyPart<P extends object>(
  load: Load<P>,
  Waiting?: Waiting<P>,
  isDrawn?: boolean,
): ComponentType<P> {
  return lazyPartOf(partOf(load), Waiting, isDrawn);
}
