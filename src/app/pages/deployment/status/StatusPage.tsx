import { useVerdict } from '../../../components/useVerdict.ts';
import { useDeployment } from '../../../frame/DeploymentFrame.tsx';
import { useStatus } from '../../../queries/status.ts';
import { Changes } from './Changes.tsx';
import { Components } from './Components.tsx';
import { Figures } from './Figures.tsx';
import { Headline } from './Headline.tsx';
import { Zones } from './Zones.tsx';

/** Is anything wrong, where, since when, and how do we know? */
export default function StatusPage() {
  const deployment = useDeployment();
  const status = useStatus(deployment);
  const verdict = useVerdict(status.feed, deployment.words);
  return (
    <>
      <Headline deployment={deployment} source={status} verdict={verdict} />
      <Figures deployment={deployment} />
      <div className="mt-6 grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
        <Components source={status} verdict={verdict} slug={deployment.slug} />
        <div className="grid content-start gap-y-8">
          <Zones deployment={deployment} />
          <Changes deployment={deployment} source={status} />
        </div>
      </div>
    </>
  );
}
