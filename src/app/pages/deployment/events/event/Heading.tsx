import { Link } from 'react-router';
import { Created } from '#app/components/fields/Created.tsx';
import { Fact } from '#app/components/fields/Fact.tsx';
import { FieldText, Flawed } from '#app/components/fields/FieldValue.tsx';
import { FreshnessMark } from '#app/components/freshness/FreshnessMark.tsx';
import { ResourceHeading } from '#app/components/page/ResourceHeading.tsx';
import type { Source } from '#app/queries/source.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import type { EventType } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { formatExact } from '#domain/text/format.ts';

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
  const { id, name, count } = event;
  const ofSource = event.source === null ? null : paths.events(slug, { source: event.source });
  const origin = <FieldText record={event} field="source" value={event.source} />;
  return (
    <ResourceHeading
      deployment={deployment}
      trail={{
        steps: [
          { label: 'Events', to: paths.events(slug) },
          ...(ofSource === null ? [] : [{ label: origin, to: ofSource }]),
          { label: <FieldText record={event} field="name" value={name} /> },
        ],
      }}
      feeds={[source.feed]}
      title={`Event type ${name ?? id ?? ''}`}
      name={<FieldText record={event} field="name" value={name} form={{ kind: 'event-name' }} />}
      className="mb-2"
      facts={
        <>
          <Fact name="Source">
            {ofSource === null ? (
              origin
            ) : (
              <Link className="underline underline-offset-3" to={ofSource}>
                {origin}
              </Link>
            )}
          </Fact>
          <Fact name="Id">
            <span className="wrap-anywhere">
              <FieldText record={event} field="id" value={id} form={{ kind: 'id', prefix: 'evt' }} mono />
            </span>
          </Fact>
          <Fact name="Created">
            <Created record={event} />
          </Fact>
          <Fact name="Read">
            <FreshnessMark feeds={[source.feed]} verb="" />
          </Fact>
        </>
      }
    >
      <b>{count === null ? <Flawed record={event} field="count" /> : formatExact(count)}</b> reported.
      <FallsInWords slug={slug} endpoint={source.path} id={id ?? ''} />
    </ResourceHeading>
  );
}
