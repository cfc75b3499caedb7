import { useParams } from 'react-router';
import type { Deployment } from '../../../../../contract/host.ts';
import { formatTime } from '../../../../../domain/format.ts';
import { AsSentLink } from '../../../../components/AsSentLink.tsx';
import { later } from '../../../../components/later.tsx';
import { Panel } from '../../../../components/Panel.tsx';
import { RawRecord } from '../../../../components/RawRecord.tsx';
import { RecordPage } from '../../../../components/RecordPage.tsx';
import { useDeployment } from '../../../../frame/DeploymentFrame.tsx';
import { named, paths } from '../../../../paths.ts';
import { useEvents } from '../../../../queries/events.ts';
import { useSession } from '../../../../session/store.ts';
import { Figures } from './Figures.tsx';
import { Heading } from './Heading.tsx';

const Trend = later(
  () => import('./Trend.tsx'),
  () => <div className="h-[340px]" />,
);

/** One event type: its volume, where it stands among the others, and how it moved since the page opened. */
export default function EventPage() {
  const deployment = useDeployment();
  const id = named(useParams()['id']);
  // Another id is another page: no answer about one may stand under the name of the other.
  return <EventView key={id} deployment={deployment} id={id} />;
}

function EventView({ deployment, id }: { readonly deployment: Deployment; readonly id: string }) {
  const { slug } = deployment;
  const source = useEvents(deployment);
  const { volumes: readings } = useSession(slug);
  const [first] = readings;
  return (
    <RecordPage
      noun={{ one: 'event type', many: 'event types' }}
      deployment={deployment}
      id={id}
      source={source}
      listing={source.feed.answer?.value ?? null}
      list={paths.events(slug)}
    >
      {(event, listing) => (
        <>
          <Heading {...{ deployment, source, listing, event, readings, slug }} />
          <Figures {...{ source, listing, event, readings, slug }} />
          <div className="mt-7 grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
            <Panel
              title="Reported volume"
              note={first && `since this page opened, ${formatTime(first.at)}`}
              sources={[source]}
            >
              <Trend {...{ source, listing, event, readings, slug }} />
            </Panel>
            <Panel
              title="Record"
              aside={<AsSentLink source={source} slug={slug} id={event.id} />}
              sources={[source]}
            >
              <RawRecord record={event} />
            </Panel>
          </div>
        </>
      )}
    </RecordPage>
  );
}
