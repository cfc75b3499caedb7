import { Link } from 'react-router';
import { Fact } from '#app/components/fields/Fact.tsx';
import { RegionCode } from '#app/components/fields/RegionCode.tsx';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { useRecord } from '#app/components/history/use-record.ts';
import { useNodeChanges, useSpansOf } from '#app/queries/history/subjects.ts';
import { useHostTimed } from '#app/ui/time/clock.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import { paths } from '#app/url/paths.ts';
import { worstSpans } from '#domain/history/spans/worst-spans.ts';
import { listedSince } from '#domain/history/timeline.ts';
import type { Lookups } from '#domain/lists/lookups.ts';
import { noValue } from '#domain/text/format.ts';
import { Began } from './States.tsx';

const day = 86_400_000;
/** Retention of the history record in days (docs/understand/history-api.md, part 8). */
const most = 400;

/** Shows since when the node is listed, and its previous region, as far as the history record knows. */
export default function PastFacts({
  slug,
  id,
  lookups,
}: {
  readonly slug: string;
  readonly id: string;
  readonly lookups: Lookups;
}) {
  const { isThere } = useRecord(slug);
  const moment = useMoment();
  const endOfDay = useHostTimed((time) => Math.ceil(time / day) * day);
  // Windows are half-open, and the moment is mostly that of a change.
  const to = moment === null ? endOfDay : moment + 1;
  const window = { from: to - most * day, to };
  const [read] = useSpansOf(slug, 'node', [id], window, isThere);
  const changes = useNodeChanges(slug, window, isThere, id).value?.data;
  const spans = read?.value ? worstSpans(read.value.data) : undefined;
  const since = spans && listedSince(spans);
  // Changes are sorted newest first.
  const moved = changes?.find(({ type, occurrence }) => type === 'moved' && occurrence === 1);
  const name = lookups.places.get(moved?.before ?? '')?.name;
  return (
    <>
      <Fact name="Listed since">{since ? <Began {...since} /> : noValue}</Fact>
      <Fact name="Moved from">
        {moved ? (
          <>
            {moved.before === null ? (
              'no region'
            ) : (
              <Link to={paths.region(slug, moved.before)} className="underline underline-offset-3">
                <RegionCode code={moved.before} />
                {name != null && (
                  <>
                    {' '}
                    <Verbatim>{name}</Verbatim>
                  </>
                )}
              </Link>
            )}
            , <Began from={moved.at} notBefore={moved.notBefore} />
          </>
        ) : changes ? (
          'nowhere, as recorded'
        ) : (
          noValue
        )}
      </Fact>
    </>
  );
}
