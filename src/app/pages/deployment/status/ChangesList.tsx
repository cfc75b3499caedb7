import { Link } from 'react-router';
import { ChangeMark } from '#app/components/changes/ChangeMark.tsx';
import { ChangeSentence } from '#app/components/changes/ChangeSentence.tsx';
import { NoChanges } from '#app/components/changes/NoChanges.tsx';
import { feedsOf, useChanges } from '#app/components/changes/use-changes.ts';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { Panel } from '#app/components/freshness/Panel.tsx';
import { useRecentChanges } from '#app/components/history/use-history.ts';
import type { Source } from '#app/queries/source.ts';
import { useHostTimed } from '#app/ui/time/clock.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import type { StatusDocument } from '#contract/resources.ts';
import { recentGroups } from '#domain/memory/recent-groups.ts';
import { formatDuration, formatTime } from '#domain/text/format.ts';

const places = 11;
const day = 86_400_000;

export interface ChangesProps {
  readonly deployment: Deployment;
  readonly source: Source<StatusDocument>;
}

/** Lists the newest changes of the last day; without a history record, the changes since the page opened. */
export default function ChangesList({ deployment, source }: ChangesProps) {
  const changes = useChanges(deployment);
  const { groups, isOfSession = false } = useRecentChanges(deployment);
  const { since } = changes;
  const isPast = useMoment() !== null;
  const minute = useHostTimed((now) => Math.floor(now / 60_000) * 60_000);
  // Without a status document there are still changes of regions and nodes.
  const isComparable = !isOfSession && !isPast;
  const rests =
    source.availability === 'not-offered' ? { sources: [], also: changes.sources } : { sources: [source] };
  return (
    <Panel
      title="Recent changes"
      note={
        isPast
          ? '24 h up to this moment'
          : isOfSession
            ? `since this page opened, ${formatTime(since)}`
            : 'last 24 h, and since this page opened'
      }
      aside={
        <>
          {isOfSession ? 'seen here' : 'as observed'}, UTC
          {isComparable && <ADayAgo {...{ deployment, minute }} className="ml-4 py-1.5 max-md:hidden" />}
          <Link
            to={paths.changes(deployment.slug)}
            className="ml-4 py-1.5 text-text underline underline-offset-3"
          >
            All changes
          </Link>
        </>
      }
      {...rests}
      ageStands="above"
    >
      {groups.length === 0 ? (
        <NoChanges changes={changes} isOfDay={!isOfSession} />
      ) : (
        <ol aria-label="Recent changes" className="m-0 list-none p-0">
          {recentGroups(groups, places, minute).map((group) => (
            <Confirmed
              as="li"
              feeds={feedsOf(group, changes)}
              key={group.key}
              className="grid min-h-7 grid-cols-[2.6rem_0.8rem_minmax(0,1fr)_auto] items-baseline gap-2.5 border-b border-line py-1"
            >
              <time dateTime={new Date(group.at).toISOString()} className="text-text-2">
                {formatTime(group.at)}
              </time>
              <ChangeMark group={group} size={11} />
              <span className="one-line truncate">
                <ChangeSentence group={group} deployment={deployment} changes={changes} />
              </span>
              <Age at={group.at} />
            </Confirmed>
          ))}
        </ol>
      )}
      {/* The heading of a phone has no room for it. */}
      {isComparable && (
        <ADayAgo {...{ deployment, minute }} className="inline-flex min-h-11 items-center md:hidden" />
      )}
    </Panel>
  );
}

function ADayAgo({
  deployment,
  minute,
  className,
}: {
  readonly deployment: Deployment;
  /** The present minute, epoch milliseconds. */
  readonly minute: number;
  readonly className: string;
}) {
  return (
    <Link
      to={paths.status(deployment.slug, { against: new Date(minute - day).toISOString() })}
      className={`text-text underline underline-offset-3 ${className}`}
    >
      Compare with a day ago
    </Link>
  );
}

function Age({ at }: { readonly at: number }) {
  const age = useHostTimed((now) => formatDuration(now - at));
  return <span className="text-text-3">{age}</span>;
}
