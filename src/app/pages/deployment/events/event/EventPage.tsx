import { RowPanel } from '#app/components/fields/RowPanel.tsx';
import { RowPage } from '#app/components/page/RowPage.tsx';
import { type ById, pageById } from '#app/frame/page-by-id.tsx';
import { useSession } from '#app/observe/session/seen.ts';
import { useEvents } from '#app/queries/resources/events.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { paths } from '#app/url/paths.ts';
import { eventFields } from '#contract/resources.ts';
import { Heading } from './Heading.tsx';

/** Placeholder with the height of the history while it is loaded. */
const Waiting = () => <div className="min-h-180 max-md:min-h-330" />;

const EventOverTime = lazyPart(() => import('./EventOverTime.tsx'), Waiting);

export default pageById(({ deployment, id }: ById) => {
  const { slug } = deployment;
  const source = useEvents(deployment);
  const { volumes: readings } = useSession(slug);
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
        return (
          <>
            <Heading {...props} />
            <EventOverTime {...props} id={id} record={record} waiting={<Waiting />} />
          </>
        );
      }}
    </RowPage>
  );
});
