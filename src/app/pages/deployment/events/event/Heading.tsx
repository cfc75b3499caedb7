import { Link } from 'react-router';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { FieldText } from '#app/components/records/FieldValue.tsx';
import { Trail } from '#app/components/records/Trail.tsx';
import { Vouched } from '#app/components/vouching/vouching.tsx';
import type { Source } from '#app/queries/source.ts';
import { paths } from '#app/url/paths.ts';
import { parseTimestamp } from '#contract/forms.ts';
import type { Deployment } from '#contract/host.ts';
import type { EventType } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { formatDateTime } from '#domain/text/format.ts';

/** Name and id, the source, and since when the service has it. */
export function Heading({
  deployment,
  source,
  event,
}: {
  readonly deployment: Deployment;
  readonly source: Source<Listing<EventType>>;
  readonly event: EventType;
}) {
  const { slug } = deployment;
  const created = event.created_at === null ? null : parseTimestamp(event.created_at);
  const origin = <FieldText record={event} field="source" value={event.source} />;
  return (
    <>
      <Trail
        steps={[
          { label: 'Events', to: paths.events(slug) },
          { label: <FieldText record={event} field="name" value={event.name} /> },
        ]}
      />
      <Vouched feeds={[source.feed]} as="header" className="mb-4">
        <PageTitle
          title={`Event type ${event.name ?? event.id ?? ''}, ${deployment.name}`}
          className="entity-title wrap-anywhere"
        >
          <FieldText record={event} field="name" value={event.name} form={{ kind: 'event-name' }} />
        </PageTitle>
        <p className="lead drains mt-0.5 flex flex-wrap gap-x-6 wrap-anywhere">
          <FieldText record={event} field="id" value={event.id} form={{ kind: 'id', prefix: 'evt' }} mono />
          <span>
            source{' '}
            {event.source === null ? (
              origin
            ) : (
              <Link className="underline underline-offset-3" to={paths.events(slug, { source: event.source })}>
                {origin}
              </Link>
            )}
          </span>
          <span>
            created{' '}
            {created === null ? (
              <FieldText
                record={event}
                field="created_at"
                value={event.created_at}
                form={{ kind: 'timestamp' }}
              />
            ) : (
              <time dateTime={event.created_at ?? ''}>{formatDateTime(created)} UTC</time>
            )}
          </span>
        </p>
      </Vouched>
    </>
  );
}
