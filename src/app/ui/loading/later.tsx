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
import { Awaited, settling } from './settling.ts';

type Waiting<P> = (props: P) => ReactNode;

function nothing() {
  return null;
}

/**
 * Draws a part as soon as its code is there: what React's own boundaries for this reveal, they hold back until 300 ms
 * after anything on the screen began to wait.
 *
 * @param Waiting - stands in its place until then.
 * @param isDrawn - whether the host draws it (vite.host.config.ts).
 */
export function laterPart<P extends object>(
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
    // From what is drawn first on, for whoever looks at that (start/take-over.ts).
    useLayoutEffect(() => {
      if (isDrawn && !Drawn) settled.current = settling();
    }, [Drawn]);
    useEffect(() => {
      if (Drawn) return undefined;
      let current = true;
      void loaded().then(() => {
        // In steps, with room between them for what the reader does.
        if (current) startTransition(() => show(() => part.component));
      });
      // It has settled once it is drawn and its own parts have begun, which they do in effects like this one.
      return () => {
        current = false;
        settled.current?.();
      };
    }, [Drawn]);
    if (!Drawn) return <Waiting {...props} />;
    return isDrawn ? (
      <Drawn {...props} />
    ) : (
      <Awaited value={false}>
        <Drawn {...props} />
      </Awaited>
    );
  };
}

/** {@link laterPart} of a part that has one place. */
export function later<P extends object>(
  load: Load<P>,
  Waiting?: Waiting<P>,
  isDrawn?: boolean,
): ComponentType<P> {
  return laterPart(partOf(load), Waiting, isDrawn);
}
