import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { NotOffered } from '#app/components/freshness/Panel.tsx';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { useVerdict } from '#app/observe/verdicts/verdicts.ts';
import { useStatus } from '#app/queries/resources/status.ts';
import { RenderGuard } from '#app/ui/loading/RenderGuard.tsx';
import { useMoment } from '#app/ui/time/moment.ts';
import { usePhone } from '#app/ui/use-phone.ts';
import { confirmedAt } from '#domain/answer/freshness.ts';
import { afterVerdict, withFigures } from './after-verdict.ts';
import { Components } from './Components.tsx';
import { EvidenceRows } from './EvidenceRows.tsx';
import { Headline } from './Headline.tsx';

const History = afterVerdict(
  (parts) => parts.History,
  () => <div className="mt-4 mb-3 h-[111px] max-md:h-[135px]" />,
);
const Figures = withFigures((parts) => parts.Figures);
const Zones = withFigures((parts) => parts.Zones);
const Contradictions = afterVerdict((parts) => parts.Contradictions);
const Notes = withFigures((parts) => parts.Notes);
const Changes = afterVerdict((parts) => parts.Changes);

/**
 * Status page of a deployment. It answers: is anything wrong, where, since when, and how do we know. On a
 * phone, components come before sources and figures.
 */
export default function StatusPage() {
  const deployment = useDeployment();
  const status = useStatus(deployment);
  const verdict = useVerdict(deployment);
  const { feed } = status;
  // Order in the DOM is also the reading order. The host renders without knowledge of a phone.
  const isPhone = usePhone();
  // On a phone the sentence of a bad state takes more lines. The content below is hidden until its position is
  // known.
  const isPlaced = !isPhone || feed.answer !== null || feed.failure !== null;
  const moment = useMoment();
  if (moment !== null && status.availability === 'not-offered')
    return (
      <div className="pt-4">
        <PageTitle title={`Status, ${deployment.name}`}>Status</PageTitle>
        <NotOffered path={status.path} />
      </div>
    );
  const evidence = (
    <Confirmed feeds={[feed]} also={verdict} className="mt-4 empty:hidden max-md:order-1 max-md:mt-6">
      <EvidenceRows
        verdict={verdict}
        slug={deployment.slug}
        documentAt={feed.answer ? confirmedAt(feed.answer) : null}
      />
    </Confirmed>
  );
  return (
    <div className="flex flex-col">
      <Headline deployment={deployment} source={status} verdict={verdict} />
      <div style={{ display: 'contents', ...(!isPlaced && { visibility: 'hidden' }) }}>
        {!isPhone && evidence}
        <Confirmed feeds={[feed]} also={verdict}>
          <History slug={deployment.slug} present={verdict.severity} />
        </Confirmed>
        <RenderGuard name="Notes on the status">
          <Notes source={status} />
        </RenderGuard>
        {/* Reserves two lines for notes, so that nothing shifts when the figures arrive. */}
        <div className="min-h-27 max-md:order-2 max-md:mt-6">
          <RenderGuard name="The row of figures">
            <Figures deployment={deployment} />
          </RenderGuard>
        </div>
        <div className="page-columns mt-6 grid gap-x-10 gap-y-8 max-md:contents lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
          <div className="grid content-start gap-y-8 max-md:contents">
            <Components source={status} verdict={verdict} slug={deployment.slug} />
            {isPhone && evidence}
            <div className="max-md:order-3 max-md:mt-6">
              <RenderGuard name="The list of changes">
                <Changes deployment={deployment} source={status} />
              </RenderGuard>
            </div>
          </div>
          <div className="grid content-start gap-y-8 max-md:contents">
            <div className="empty:hidden max-md:order-1 max-md:mt-6">
              <RenderGuard name="What contradicts">
                <Contradictions deployment={deployment} />
              </RenderGuard>
            </div>
            <div className="max-md:order-2 max-md:mt-6">
              <RenderGuard name="The list of regions">
                <Zones deployment={deployment} />
              </RenderGuard>
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}
