import { FullPage } from './RenderGuard.tsx';

/** Placeholder of a page whose code could not be loaded yet. */
export function NotYet() {
  return <h1 className="awaited lead py-6">This page is not loaded yet. It is tried again.</h1>;
}

export function FullPageNotYet() {
  return (
    <FullPage>
      <NotYet />
    </FullPage>
  );
}
