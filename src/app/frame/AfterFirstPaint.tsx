/** Lazy chunk: components needed only after the first paint. */

import type { Deployment } from '#contract/host.ts';
import { Announcer } from './Announcer.tsx';
import { Find } from './find/Find.tsx';
import { PrintFoot } from './PrintFoot.tsx';
import { Probe } from './Probe.tsx';
import { UnkeptNote } from './UnkeptNote.tsx';

export default function AfterFirstPaint({ deployment }: { readonly deployment: Deployment }) {
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
