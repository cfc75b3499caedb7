import { WholePage } from './RenderGuard.tsx';

/** In the place of a page whose code is not there. */
export function NotYet() {
  return <h1 className="awaited lead py-6">This page is not loaded yet. It is tried again.</h1>;
}

/** The same for a page that has a `main` of its own. */
export function WholeNotYet() {
  return (
    <WholePage>
      <NotYet />
    </WholePage>
  );
}
