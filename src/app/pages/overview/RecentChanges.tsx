import { useMemo } from 'react';
import { ChangeMark } from '#app/components/changes/ChangeMark.tsx';
import { ChangeSentence } from '#app/components/changes/ChangeSentence.tsx';
import { feedsOf, useChanges } from '#app/components/changes/use-changes.ts';
import { DeploymentContact } from '#app/components/freshness/Contact.tsx';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { EmptyState } from '#app/components/freshness/Panel.tsx';
import { useRange, useWindow } from '#app/components/history/range.ts';
import { keepsHistory, useDeployments } from '#app/delivered/config.ts';
import { placesNow } from '#app/observe/session/places.ts';
import { emptyLog, openedAt, useSessions } from '#app/observe/session/seen.ts';
import { mostEntries, useAllChanges } from '#app/queries/history/all-changes.ts';
import { useTimed } from '#app/ui/time/clock.ts';
import { changesBefore } from '#domain/history/changes/recorded-changes.ts';
import { inRange, isUsual, type Range, rangeName } from '#domain/history/windows.ts';
import { groupChanges } from '#domain/memory/group-changes.ts';
import {
  formatDateTime,
  formatDuration,
  formatRecentDay,
  formatTime,
  joinWords,
  plural,
} from '#domain/text/format.ts';
import { ChangesFrame, ChangesRoom } from './ChangesFrame.tsx';
import { type RecentChange, recentChanges } from './recent-changes.ts';

const rows = 12;
/** Maximum number of deployments named in the note on missing history records. */
const mostNamed = 3;

const emptySession = emptyLog(openedAt);

/** Lists recent changes of all deployments: from the history record, or from this session without one. */
export default function RecentChanges() {
  const deployments = useDeployments();
  const sessions = useSessions();
  const [range] = useRange();
  // A day may have no change, so each range that ends now has the changes of 7 d.
  const shown: Range = isUsual(range) ? '7d' : range;
  const isChosen = !isUsual(shown);
  const window = useWindow(shown);
  const { from, to } = window;
  const { value, failure } = useAllChanges(shown, window, keepsHistory);
  const minute = useTimed((now) => Math.floor(now / 60_000) * 60_000);
  const unread = deployments.filter(({ slug }) => !value || value.unread.includes(slug));
  const { changes, isCut } = useMemo(() => {
    const changed = deployments.map((deployment) => {
      const { slug, words } = deployment;
      const session = sessions.get(slug) ?? emptySession;
      const recorded = value?.unread.includes(slug) === false;
      const own = value?.data.filter((entry) => entry.deployment === slug) ?? [];
      const list = recorded
        ? changesBefore(own, Number.POSITIVE_INFINITY, placesNow(session))
        : session.changes.filter(({ at }) => !isChosen || (at >= from && at < to));
      return { deployment, groups: groupChanges(list, words) };
    });
    return recentChanges(changed, rows, minute);
  }, [deployments, sessions, value, minute, isChosen, from, to]);
  const isRecorded = unread.length < deployments.length;
  const recordedIn = isChosen ? `${rangeName(shown)} UTC` : 'last 7 d';
  const title = isChosen ? 'Changes' : 'Recent changes';
  if (keepsHistory && !value && !failure) return <ChangesRoom />;
  const sinceOpened = `since this page opened, ${formatTime(openedAt)}`;
  const named = unread.slice(0, mostNamed).map(({ name }) => name);
  const others = unread.length - named.length;
  const none = isChosen
    ? `${isRecorded ? 'No changes were recorded' : 'This page saw no changes'} ${inRange(shown)} UTC.`
    : `No changes ${isRecorded ? 'in the last 7 d' : sinceOpened}.`;
  return (
    <ChangesFrame title={title} note={isRecorded || isChosen ? recordedIn : sinceOpened}>
      {changes.length === 0 ? (
        <EmptyState>{none}</EmptyState>
      ) : (
        <ol aria-label={title} className="m-0 list-none p-0">
          {changes.map((change) => (
            <Row
              key={`${change.deployments[0]?.slug} ${change.group.key}`}
              change={change}
              isNamed={deployments.length > 1}
            />
          ))}
        </ol>
      )}
      {isChosen && (isCut || (value?.data.length ?? 0) >= mostEntries) && (
        <p className="caption pt-2">
          Only {changes.length} are shown here. The Changes page of each deployment has them all.
        </p>
      )}
      {failure && failure.kind !== 'no-host' && (
        <p className="caption pt-2">The history record can’t be read: {failure.why}.</p>
      )}
      {isRecorded && unread.length > 0 && (
        <p className="caption pt-2">
          Without a history record: {joinWords([...named, ...(others > 0 ? [plural(others, 'other')] : [])])}.
          Their changes are those {sinceOpened}.
        </p>
      )}
    </ChangesFrame>
  );
}

function Row({
  change: { group, deployments },
  isNamed,
}: {
  readonly change: RecentChange;
  readonly isNamed: boolean;
}) {
  const [deployment] = deployments;
  return (
    deployment && (
      <DeploymentContact deployment={deployment}>
        <ChangeRow
          group={group}
          deployment={deployment}
          names={isNamed ? deployments.map(({ name }) => name) : []}
        />
      </DeploymentContact>
    )
  );
}

function ChangeRow({
  group,
  deployment,
  names,
}: Pick<RecentChange, 'group'> & {
  readonly deployment: RecentChange['deployments'][number];
  /** Names of the deployments that changed; empty if the page has only one deployment. */
  readonly names: readonly string[];
}) {
  const changes = useChanges(deployment);
  const [name, ...others] = names;
  return (
    <Confirmed
      as="li"
      feeds={feedsOf(group, changes)}
      className={`recent-change ${name === undefined ? 'alone' : ''}`}
    >
      <Moment at={group.at} />
      <ChangeMark group={group} size={11} />
      {name !== undefined && (
        <span className="truncate text-text-2" title={joinWords(names)}>
          {name}
          {others.length > 0 && ` and ${plural(others.length, 'other')}`}
        </span>
      )}
      <span className="one-line truncate">
        <ChangeSentence group={group} deployment={deployment} changes={changes} />
      </span>
      <Age at={group.at} />
    </Confirmed>
  );
}

/** Shows when a change happened: the time today, such as "14:20", or an earlier day, such as "26 Nov". */
function Moment({ at }: { readonly at: number }) {
  const day = useTimed((now) => formatRecentDay(at, now));
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={formatDateTime(at)}
      className="whitespace-nowrap text-text-2"
    >
      {day}
    </time>
  );
}

function Age({ at }: { readonly at: number }) {
  const age = useTimed((now) => formatDuration(now - at));
  return <span className="text-right text-text-3">{age}</span>;
}
