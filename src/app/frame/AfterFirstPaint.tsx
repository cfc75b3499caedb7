import type { Deployment } from '#contract/host.ts';
import { keepsHistory } from '../delivered/config.ts';
import { Find } from './find/Find.tsx';
import { Announcer } from './notices/Announcer.tsx';
import { UnkeptNote } from './notices/UnkeptNote.tsx';
import { PrintFoot } from './PrintFoot.tsx';
import { Probe } from './Probe.tsx';
import OpenMark from './past/OpenMark.tsx';

export default function AfterFirstPaint({ deployment }: { readonly deployment: Deployment }) {
  return (
    <>
      <Announcer deployment={deployment} />
      <Find deployment={deployment} />
      <Probe deployment={deployment} />
      <PrintFoot deployment={deployment} />
      <UnkeptNote />
      {keepsHistory && <OpenMark slug={deployment.slug} />}
    </>
  );
}
