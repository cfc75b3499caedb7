import { Skeleton } from '#app/components/freshness/Panel.tsx';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { keepsHistory } from '#app/delivered/config.ts';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import type { Deployment } from '#contract/host.ts';
import { SessionLog } from './SessionLog.tsx';

export default function ChangesPage() {
  const deployment = useDeployment();
  if (keepsHistory) return <ByRecord deployment={deployment} />;
  return <SessionLog deployment={deployment} why="No host records a history here." />;
}

const ByRecord = lazyPart(() => import('./ByRecord.tsx'), BeforeRecord);

function BeforeRecord({ deployment }: { readonly deployment: Deployment }) {
  return (
    <>
      <header className="title-line pt-2.5 pb-2 max-md:min-h-32">
        <PageTitle title={`Changes, ${deployment.name}`}>Changes</PageTitle>
      </header>
      <Skeleton />
    </>
  );
}
