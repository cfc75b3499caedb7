/** What works behind a page and is silent most of the time: in a chunk that nobody waits for. */

import type { Deployment } from '#contract/host.ts';
import { Announcer } from './Announcer.tsx';
import { Find } from './find/Find.tsx';
import { PrintFoot } from './PrintFoot.tsx';
import { Probe } from './Probe.tsx';
import { UnkeptNote } from './UnkeptNote.tsx';

export default function Background({ deployment }: { readonly deployment: Deployment }) {
  return (
    <>
      <Announcer deployment={deployment} />
      <Find deployment={deployment} />
      <Probe deployment={deployment} />
      <PrintFoot deployment={deployment} />
      <UnkeptNote />
    </>
  );
}
