import { useParams } from 'react-router';
import { RecordPage } from '#app/components/page/RecordPage.tsx';
import { AsSentLink } from '#app/components/records/AsSentLink.tsx';
import { RawRecord } from '#app/components/records/RawRecord.tsx';
import { Panel } from '#app/components/vouching/Panel.tsx';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { useSession } from '#app/observe/session/store.ts';
import { useEvents } from '#app/queries/resources/events.ts';
import { later } from '#app/ui/loading/later.tsx';
import { named, paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import { formatTime } from '#domain/text/format.ts';
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
