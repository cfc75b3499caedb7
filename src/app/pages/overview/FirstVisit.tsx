import { useState } from 'react';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';

const PointAtService = lazyPart<{ readonly onClose: () => void }>(() => import('./PointAtService.tsx'));

export function WhatThisIs() {
  return 'Edgewatch shows what is wrong in your edge and object-storage deployments, where, since when, and how it knows.';
}

/** Introduction for viewers of a demo: what Edgewatch shows, that the data is invented, and the next step. */
export function FirstVisit({ isAllDemo }: { readonly isAllDemo: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-label="Demo" className="first-look sheet flex flex-wrap items-center gap-x-4 gap-y-2 pb-4">
      <span className="demo-mark">Demo</span>
      <p className="min-w-0 flex-1 max-md:order-last max-md:basis-full">
        <WhatThisIs />{' '}
        <span className="text-text-2">
          {isAllDemo ? 'You see' : 'The deployments marked demo are'} an invented fleet, simulated on this
          machine.
        </span>
      </p>
      <button type="button" className="control max-md:min-h-11" onClick={() => setOpen(true)}>
        Point it at your service
      </button>
      {isOpen && <PointAtService onClose={() => setOpen(false)} />}
    </section>
  );
}
