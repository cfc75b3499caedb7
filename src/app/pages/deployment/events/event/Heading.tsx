import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PageTitle } from '#app/components/page/PageTitle.tsx';
import { FieldText, Flawed } from '#app/components/records/FieldValue.tsx';
import { Trail } from '#app/components/records/Trail.tsx';
import { FreshnessMark } from '#app/components/vouching/FreshnessMark.tsx';
import { Vouched } from '#app/components/vouching/vouching.tsx';
import { keepsListsOf } from '#app/delivered/config.ts';
import type { Source } from '#app/queries/source.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { paths } from '#app/url/paths.ts';
import { parseTimestamp } from '#contract/forms.ts';
import type { Deployment } from '#contract/host.ts';
import type { EventType } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { formatDateTime, formatExact } from '#domain/text/format.ts';

const FallsInWords = lazyPart(() => import('./FallsInWords.tsx'));

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
          ...(event.source === null
            ? []
            : [{ label: origin, to: paths.events(slug, { source: event.source }) }]),
          { label: <FieldText record={event} field="name" value={event.name} /> },
        ]}
      />
      <Vouched
        feeds={[source.feed]}
        as="header"
        className="mb-2 flex flex-wrap items-start justify-between gap-x-10 gap-y-2"
      >
        <div className="min-w-0 flex-1 basis-96">
          <PageTitle
            title={`Event type ${event.name ?? event.id ?? ''}, ${deployment.name}`}
            className="entity-title wrap-anywhere"
          >
            <FieldText record={event} field="name" value={event.name} form={{ kind: 'event-name' }} />
          </PageTitle>
          {/* Reserves space for the sentence from the history record. */}
          <p className="lead drains mt-0.5 min-h-11 lg:min-h-0">
            <b>{event.count === null ? <Flawed record={event} field="count" /> : formatExact(event.count)}</b>{' '}
            reported.
            {keepsListsOf(deployment) && (
              <FallsInWords slug={slug} endpoint={source.path} id={event.id ?? ''} />
            )}
          </p>
        </div>
        <dl className="m-0 grid min-w-0 grid-cols-[auto_auto] items-baseline gap-x-3 text-[12.5px] leading-[18px] md:max-w-md">
          <Fact name="Source">
            {event.source === null ? (
              origin
            ) : (
              <Link className="underline underline-offset-3" to={paths.events(slug, { source: event.source })}>
                {origin}
              </Link>
            )}
          </Fact>
          <Fact name="Id">
            <span className="wrap-anywhere">
              <FieldText record={event} field="id" value={event.id} form={{ kind: 'id', prefix: 'evt' }} mono />
            </span>
          </Fact>
          <Fact name="Created">
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
          </Fact>
          <Fact name="Read">
            <FreshnessMark feeds={[source.feed]} verb="" />
          </Fact>
        </dl>
      </Vouched>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3 md:text-right">{name}</dt>
      <dd className="drains m-0 min-w-0">{children}</dd>
    </>
  );
}
