import { Link } from 'react-router';
import { Fact } from '#app/components/fields/Fact.tsx';
import { FieldText } from '#app/components/fields/FieldValue.tsx';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { FreshnessMark } from '#app/components/freshness/FreshnessMark.tsx';
import { keepsListsOf } from '#app/delivered/config.ts';
import { useGazetteer } from '#app/map/use-gazetteer.ts';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { useHostTimed } from '#app/ui/time/clock.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import { formatLocalTime } from '#domain/regions/places/local-time.ts';
import { locateRegion } from '#domain/regions/places/place-regions.ts';
import type { RegionRow } from '#domain/regions/region-rows.ts';
import { formatDuration } from '#domain/text/format.ts';
import { listsInWords } from './lists-in-words.ts';
import type { RegionProps } from './use-region.ts';

const RecordedFrom = lazyPart(
  () => import('#app/components/timeline/RecordedFrom.tsx'),
  () => '\u00a0',
);

export function RegionFacts({ deployment, details }: RegionProps) {
  const { region, isReading, lists } = details;
  const isPast = useMoment() !== null;
  const { sent } = region ?? {};
  const offered = lists.offered.map(({ version }) => version);
  const { answer } = lists.preferred.feed;
  // A second version without a response does not affect the age of the first.
  const answered = lists.offered.flatMap(({ source: { feed } }) => (feed.answer || feed.failure ? [feed] : []));
  return (
    <>
      {region && sent && (
        <Fact name="Zone">
          {region.zone === null ? (
            <FieldText record={sent} field="zone" value={null} />
          ) : (
            <Link to={paths.regions(deployment.slug, { zone: region.zone })} className="link">
              <Verbatim>{region.zone}</Verbatim>
            </Link>
          )}
          , <FieldText record={sent} field="country" value={region.country} form={{ kind: 'country' }} />
          <LocalTime deployment={deployment} region={region} />
        </Fact>
      )}
      {/* Reserves its line, so that the lines below do not shift. */}
      {!region && isReading && <Fact name="Zone">{'\u00a0'}</Fact>}
      {lists.offered.length > 0 && (
        <Fact name="Lists">
          {listsInWords(details.code, isPast ? [] : offered, lists.read, deployment.words)}
        </Fact>
      )}
      {keepsListsOf(deployment) && (
        <Fact name="Recorded">
          <RecordedFrom slug={deployment.slug} list="regions" />
        </Fact>
      )}
      {!answer && isReading && <Fact name="Read">{'\u00a0'}</Fact>}
      {answer && (
        <Fact name="Read">
          <span className="flex items-center">
            <FreshnessMark feeds={answered} verb="" />
            {!isPast && (
              <span className="whitespace-nowrap text-text-3" title={answer.lifetime.reason}>
                , may be cached up to {formatDuration(answer.lifetime.milliseconds)}
              </span>
            )}
          </span>
        </Fact>
      )}
    </>
  );
}

/** Shows the local time of a region; nothing if its place or time zone is unknown. */
function LocalTime({ deployment, region }: { readonly deployment: Deployment; readonly region: RegionRow }) {
  const gazetteer = useGazetteer([region]);
  const location = gazetteer && locateRegion(region, deployment.places ?? {}, gazetteer);
  const zone = location?.timeZone ?? null;
  const shown = useHostTimed((now) => (zone === null ? null : formatLocalTime(now, zone)));
  if (zone === null || shown === null) return null;
  return (
    <>
      , local{' '}
      <time title={location?.doubt ? `${zone}; place uncertain: ${location.doubt}` : zone}>{shown}</time>
    </>
  );
}
