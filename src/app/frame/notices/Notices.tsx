import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { isNothingThere } from '#app/observe/verdicts/reach.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { useSecond } from '#app/ui/time/clock.ts';
import { AddressNote } from './AddressNote.tsx';
import { NoContactNotice } from './NoContactNotice.tsx';

const HostNotices = lazyPart(() => import('./HostNotices.tsx'));

/**
 * Sets `data-nothing` on the document if the deployment offers no endpoint of the API. A single endpoint that
 * is not offered is no fault.
 */
function useNothing(): void {
  const { deployment = '' } = useParams();
  const client = useQueryClient();
  useSecond();
  const isNothing = isNothingThere(client, deployment);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-nothing', isNothing);
    return () => document.documentElement.removeAttribute('data-nothing');
  }, [isNothing]);
}

export default function Notices() {
  useNothing();
  return (
    <>
      <NoContactNotice />
      <AddressNote />
      <HostNotices />
    </>
  );
}
