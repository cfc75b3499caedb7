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
 * A component that renders as soon as its code is loaded. React's `Suspense` delays it until 300 ms after the
 * first fallback on the screen.
 * @param Waiting - placeholder until then.
 * @param isDrawn - whether the host renders it. The host never loads the code of other parts.
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
    // Registered in a layout effect, so that `start/take-over.ts` sees it from the first render on.
    useLayoutEffect(() => {
      if (isDrawn && !Drawn) settled.current = settling();
    }, [Drawn]);
    useEffect(() => {
      if (Drawn) return undefined;
      let current = true;
      void loaded().then(() => {
        // A transition: rendering yields to input.
        if (current) startTransition(() => show(() => part.component));
      });
      // It counts as settled once it has rendered and its own parts have begun to load, which they do in
      // effects too.
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

/** {@link lazyPartOf} for a part that is used in one place. */
export function lazyPart<P extends object>(
  load: Load<P>,
  Waiting?: Waiting<P>,
  isDrawn?: boolean,
): ComponentType<P> {
  return lazyPartOf(partOf(load), Waiting, isDrawn);
}
