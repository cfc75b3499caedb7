import { RowPanel } from '#app/components/fields/RowPanel.tsx';
import { Panel } from '#app/components/freshness/Panel.tsx';
import { Columns } from '#app/components/page/Columns.tsx';
import { RowPage } from '#app/components/page/RowPage.tsx';
import { keepsListsOf } from '#app/delivered/config.ts';
import { type ById, pageById } from '#app/frame/page-by-id.tsx';
import { useSession } from '#app/observe/session/seen.ts';
import { useEvents } from '#app/queries/resources/events.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { paths } from '#app/url/paths.ts';
import { eventFields } from '#contract/resources.ts';
import { formatTime } from '#domain/text/format.ts';
import { Figures } from './Figures.tsx';
import { Heading } from './Heading.tsx';

/** The height of the history while it loads. */
const Waiting = () => <div className="min-h-180 max-md:min-h-330" />;

const RecordedEvent = lazyPart(() => import('./RecordedEvent.tsx'), Waiting);

const Trend = lazyPart(
  () => import('./Trend.tsx'),
  () => <div className="h-[340px]" />,
);

export default pageById(({ deployment, id }: ById) => {
  const { slug } = deployment;
  const source = useEvents(deployment);
  const { volumes: readings } = useSession(slug);
  const [first] = readings;
  return (
    <RowPage
      noun={{ one: 'event type', many: 'event types' }}
      deployment={deployment}
      id={id}
      source={source}
      listing={source.feed.answer?.value ?? null}
      list={paths.events(slug)}
    >
      {(event, listing) => {
        const props = { deployment, source, listing, event, readings, slug };
        const record = <RowPanel slug={slug} source={source} row={event} fields={eventFields} />;
        // The line appears beside the record, so nothing shifts.
        const seenHere = (
          <>
            <Figures {...props} />
            <Columns>
              <Panel
                title="Reported volume"
                note={first && `since this page opened, ${formatTime(first.at)}`}
                sources={[source]}
              >
                <Trend {...props} />
              </Panel>
              {record}
            </Columns>
          </>
        );
        return (
          <>
            <Heading {...props} />
            {keepsListsOf(deployment) ? (
              <RecordedEvent {...props} id={id} record={record} otherwise={seenHere} waiting={<Waiting />} />
            ) : (
              seenHere
            )}
          </>
        );
      }}
    </RowPage>
  );
});
