import { lazy, Suspense } from 'react';
import { Link, useParams } from 'react-router';
import type { Deployment } from '../../../../../contract/host.ts';
import type { EventType } from '../../../../../contract/resources.ts';
import { formatExact, formatTime, plural } from '../../../../../domain/format.ts';
import type { Listing } from '../../../../../domain/listing.ts';
import { AsSentLink } from '../../../../components/AsSentLink.tsx';
import { FreshnessMark } from '../../../../components/FreshnessMark.tsx';
import { keepTrying } from '../../../../components/keep-trying.ts';
import { NotOffered, Panel } from '../../../../components/Panel.tsx';
import { RawRecord } from '../../../../components/RawRecord.tsx';
import { Verbatim } from '../../../../components/Verbatim.tsx';
import { Vouched } from '../../../../components/vouching.tsx';
import { useDeployment } from '../../../../frame/DeploymentFrame.tsx';
import { PageTitle } from '../../../../frame/PageTitle.tsx';
import { named, paths } from '../../../../paths.ts';
import { useAnswered } from '../../../../queries/answered.ts';
import { useEvents } from '../../../../queries/events.ts';
import type { Source } from '../../../../queries/source.ts';
import { useSession } from '../../../../session/store.ts';
import { Figures } from './Figures.tsx';
import { Heading } from './Heading.tsx';

const Trend = lazy(() => keepTrying(() => import('./Trend.tsx')));

/** One event type: its volume, where it stands among the others, and how it moved since the page opened. */
export default function EventPage() {
  const deployment = useDeployment();
  const id = named(useParams()['id']);
  // Another id is another page: no answer about one may stand under the name of the other.
  return <EventView key={id} deployment={deployment} id={id} />;
}

interface Found {
  readonly event: EventType | null;
  /** How many rows carry the id. */
  readonly rows: number;
}

async function findEvent(listing: Listing<EventType>, id: string): Promise<Found> {
  const rows = await listing.rows({ where: { id: [id] } });
  return { event: (await rows.slice(0, 1))[0] ?? null, rows: rows.count };
}

function EventView({ deployment, id }: { readonly deployment: Deployment; readonly id: string }) {
  const { slug } = deployment;
  const source = useEvents(deployment);
  const listing = source.feed.answer?.value ?? null;
  const found = useAnswered(listing, 'event', (list) => findEvent(list, id));
  const { volumes } = useSession(slug);
  if (source.availability === 'not-offered')
    return (
      <div className="pt-4">
        <PageTitle title={`Event type, ${deployment.name}`}>Event type</PageTitle>
        <NotOffered path={source.path} />
      </div>
    );
  if (!listing || !found)
    return (
      <div className="pt-4">
        <PageTitle title={`Event type ${id.slice(0, 80)}, ${deployment.name}`}>Event type</PageTitle>
        <Panel title="Record" sources={[source]}>
          {null}
        </Panel>
      </div>
    );
  const { event } = found;
  if (!event) return <NoEvent deployment={deployment} id={id} source={source} listing={listing} />;
  const props = { source, listing, event, readings: volumes, slug };
  const [first] = volumes;
  return (
    <>
      <Heading {...props} deployment={deployment} />
      {found.rows > 1 && (
        <p className="mb-3 text-text-2">
          {plural(found.rows, 'row')} of the list carry this id; the first is shown.
        </p>
      )}
      <Figures {...props} />
      <div className="mt-7 grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <Panel
          title="Reported volume"
          note={first && `since this page opened, ${formatTime(first.at)}`}
          sources={[source]}
        >
          <Suspense fallback={<div className="h-[340px]" />}>
            <Trend {...props} />
          </Suspense>
        </Panel>
        <Panel
          title="Record"
          aside={<AsSentLink source={source} slug={deployment.slug} id={event.id} />}
          sources={[source]}
        >
          <RawRecord record={event} />
        </Panel>
      </div>
    </>
  );
}

/** The list was read and does not hold the id. */
function NoEvent({
  deployment,
  id,
  source,
  listing,
}: {
  readonly deployment: Deployment;
  readonly id: string;
  readonly source: Source<Listing<EventType>>;
  readonly listing: Listing<EventType>;
}) {
  const whole = listing.claim.kind === 'exact';
  return (
    <Vouched feeds={[source.feed]} className="py-8">
      <PageTitle title={`No event type ${id.slice(0, 80)}, ${deployment.name}`}>No such event type</PageTitle>
      <p className="lead mt-2 wrap-anywhere">
        <Verbatim className="mono">{id}</Verbatim> is not among the {formatExact(listing.count)} event types
        listed. {whole ? 'The list is complete.' : 'The list is cut short, so it may still exist.'}{' '}
        <Link to={paths.events(deployment.slug)} className="underline underline-offset-3">
          All event types
        </Link>
      </p>
      <FreshnessMark feeds={[source.feed]} words="all" />
    </Vouched>
  );
}
