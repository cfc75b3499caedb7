/** What works behind a page and shows nothing: in a chunk that nobody waits for. */

import type { Deployment } from '../../contract/host.ts';
import { Announcer } from './Announcer.tsx';
import { Probe } from './Probe.tsx';

export default function Background({ deployment }: { readonly deployment: Deployment }) {
  return (
    <>
      <Announcer slug={deployment.slug} />
      <Probe deployment={deployment} />
    </>
  );
}
