import { PartGuard } from '../../../components/RenderGuard.tsx';
import { useVerdict } from '../../../components/useVerdict.ts';
import { useDeployment } from '../../../frame/DeploymentFrame.tsx';
import { useStatus } from '../../../queries/status.ts';
import { Components } from './Components.tsx';
import { Headline } from './Headline.tsx';
import { later } from './later.ts';

const Figures = later('Figures');
const Zones = later('Zones');
const Contradictions = later('Contradictions');
const Notes = later('Notes');
const Changes = later('Changes');

/** Is anything wrong, where, since when, and how do we know? On a phone the components and what contradicts come before the figures. */
export default function StatusPage() {
  const deployment = useDeployment();
  const status = useStatus(deployment);
  const verdict = useVerdict(status.feed, deployment);
  return (
    <div className="flex flex-col">
      <Headline deployment={deployment} source={status} verdict={verdict} />
      <PartGuard name="What is said of the document">
        <Notes source={status} />
      </PartGuard>
      <div className="min-h-24 max-md:order-2 max-md:mt-6">
        <PartGuard name="The row of figures">
          <Figures deployment={deployment} />
        </PartGuard>
      </div>
      <div className="page-columns mt-6 grid gap-x-10 gap-y-8 max-md:contents lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
        <div className="grid content-start gap-y-8 max-md:contents">
          <Components source={status} verdict={verdict} slug={deployment.slug} />
          <div className="max-md:order-3 max-md:mt-6">
            <PartGuard name="The list of changes">
              <Changes deployment={deployment} source={status} />
            </PartGuard>
          </div>
        </div>
        <div className="grid content-start gap-y-8 max-md:contents">
          <div className="empty:hidden max-md:order-1 max-md:mt-6">
            <PartGuard name="What contradicts">
              <Contradictions deployment={deployment} />
            </PartGuard>
          </div>
          <div className="max-md:order-2 max-md:mt-6">
            <PartGuard name="The list of regions">
              <Zones deployment={deployment} />
            </PartGuard>
          </div>
        </div>
      </div>
    </div>
  );
}
