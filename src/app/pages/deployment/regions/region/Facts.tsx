import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FieldText } from '#app/components/records/FieldValue.tsx';
import { Verbatim } from '#app/components/records/Verbatim.tsx';
import { FreshnessMark } from '#app/components/vouching/FreshnessMark.tsx';
import { useGazetteer } from '#app/map/use-gazetteer.ts';
import { useTimed } from '#app/ui/time/clock.ts';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import { formatLocalTime } from '#domain/regions/places/local-time.ts';
import { locateRegion } from '#domain/regions/places/place-regions.ts';
import type { RegionRow } from '#domain/regions/region-rows.ts';
import { formatDuration } from '#domain/text/format.ts';
import { listsInWords } from './lists-in-words.ts';
import type { RegionDetails } from './use-region.ts';

/** Place, lists and age. */
export function Facts({
  deployment,
  details,
}: {
  readonly deployment: Deployment;
  readonly details: RegionDetails;
}) {
  const { region, isReading, lists } = details;
  const { sent } = region ?? {};
  const offered = lists.offered.map(({ version }) => version);
  const { answer } = lists.preferred.feed;
  // A second version that is still on its way says nothing of the age of the first.
  const answered = lists.offered.flatMap(({ source: { feed } }) => (feed.answer || feed.failure ? [feed] : []));
  return (
    <dl className="m-0 grid min-w-0 grid-cols-[auto_auto] gap-x-3 text-[12.5px] leading-[18px] md:mt-2 md:max-w-md">
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
      {/* Its line is kept, or those below it would move. */}
      {!region && isReading && <Fact name="Zone">{'\u00a0'}</Fact>}
      {lists.offered.length > 0 && (
        <Fact name="Lists">{listsInWords(details.code, offered, lists.read, deployment.words)}</Fact>
      )}
      {answer && (
        <Fact name="Read">
          <span className="flex items-center">
            <FreshnessMark feeds={answered} verb="" />
            <span className="whitespace-nowrap text-text-3" title={answer.lifetime.reason}>
              , may be cached up to {formatDuration(answer.lifetime.milliseconds)}
            </span>
          </span>
        </Fact>
      )}
    </dl>
  );
}

/** What clocks show at the place; nothing where the place, or its time zone, is not known. */
function LocalTime({ deployment, region }: { readonly deployment: Deployment; readonly region: RegionRow }) {
  const gazetteer = useGazetteer([region]);
  const location = gazetteer && locateRegion(region, deployment.places ?? {}, gazetteer);
  const zone = location?.timeZone ?? null;
  const shown = useTimed((now) => (zone === null ? null : formatLocalTime(now, zone)));
  if (zone === null || shown === null) return null;
  return (
    <>
      , local{' '}
      <time title={location?.doubt ? `${zone}; place uncertain: ${location.doubt}` : zone}>{shown}</time>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3 md:text-right">{name}</dt>
      <dd className="drains m-0">{children}</dd>
    </>
  );
}
