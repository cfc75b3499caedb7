import { useParams } from 'react-router';
import { RecordPage } from '#app/components/page/RecordPage.tsx';
import { AsSentLink } from '#app/components/records/AsSentLink.tsx';
import { RawRecord } from '#app/components/records/RawRecord.tsx';
import { Panel } from '#app/components/vouching/Panel.tsx';
import { keepsListsOf } from '#app/delivered/config.ts';
import { useDeployment } from '#app/frame/DeploymentFrame.tsx';
import { useSession } from '#app/observe/session/seen.ts';
import { useEvents } from '#app/queries/resources/events.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { named, paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import { formatTime } from '#domain/text/format.ts';
import { Figures } from './Figures.tsx';
import { Heading } from './Heading.tsx';
import { RecordedRoom } from './RecordedRoom.tsx';

const RecordedEvent = lazyPart(() => import('./RecordedEvent.tsx'), RecordedRoom);

const Trend = lazyPart(
  () => import('./Trend.tsx'),
  () => <div className="h-[340px]" />,
);

export default function EventPage() {
  const deployment = useDeployment();
  const id = named(useParams()['id']);
  // The key resets all state for another id, so that no response appears under the wrong name.
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
      {(event, listing) => {
        const shared = { deployment, source, listing, event, readings, slug };
        const record = (
          <Panel
            title="Record"
            aside={<AsSentLink source={source} slug={slug} id={event.id} />}
            sources={[source]}
          >
            <RawRecord record={event} />
          </Panel>
        );
        // The line appears beside the record, so nothing shifts.
        const seenHere = (
          <>
            <Figures {...shared} />
            <div className="mt-7 grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
              <Panel
                title="Reported volume"
                note={first && `since this page opened, ${formatTime(first.at)}`}
                sources={[source]}
              >
                <Trend {...shared} />
              </Panel>
              {record}
            </div>
          </>
        );
        return (
          <>
            <Heading {...shared} />
            {keepsListsOf(deployment) ? (
              <RecordedEvent {...shared} id={id} record={record} otherwise={seenHere} />
            ) : (
              seenHere
            )}
          </>
        );
      }}
    </RecordPage>
  );
}
