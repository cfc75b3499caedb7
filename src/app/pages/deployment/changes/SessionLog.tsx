import { NoChanges } from '#app/components/changes/NoChanges.tsx';
import { type Changes, useChanges } from '#app/components/changes/use-changes.ts';
import { LastKnown } from '#app/components/freshness/FreshnessMark.tsx';
import { Count } from '#app/components/lists/Count.tsx';
import { mostChanges } from '#app/observe/session/session-log.ts';
import { baseUrlOf } from '#app/table/export/file.ts';
import type { Deployment } from '#contract/host.ts';
import { exact } from '#domain/lists/claim.ts';
import { formatClock, formatDateTime, formatExact } from '#domain/text/format.ts';
import { exportedChanges } from './exported.ts';
import { Log } from './Log.tsx';
import { changesIn } from './tallies.ts';

export function SessionLog({ deployment, why }: { readonly deployment: Deployment; readonly why: string }) {
  const changes = useChanges(deployment);
  return (
    <Log
      deployment={deployment}
      changes={changes}
      lead={<Lead changes={changes} />}
      exported={(shown, search) =>
        exportedChanges({ slug: deployment.slug, source: baseUrlOf(deployment.slug) }, shown, changes, search)
      }
      empty={<NoChanges changes={changes} />}
      foot={
        <>
          <b className="font-[560] text-text">{why}</b> These are the changes that this page has seen itself.
          Times are UTC. A change is dated by the first poll that shows it. This page remembers for as long as
          it is open, the newest {formatExact(mostChanges)} changes of each kind at most; older ones are not
          kept.
        </>
      }
    />
  );
}

/** Such as "246 changes since 14:02:11, when this page opened, shown as 38 entries." */
function Lead({ changes: { groups, since, forgotten } }: { readonly changes: Changes }) {
  return (
    <>
      <LastKnown />
      {forgotten.size === 0 ? (
        <>
          <b>
            <Count value={changesIn(groups)} claim={exact} />
          </b>{' '}
          {changesIn(groups) === 1 ? 'change' : 'changes'} since {formatClock(since)}, when this page opened
        </>
      ) : (
        <>
          The newest{' '}
          <b>
            <Count value={changesIn(groups)} claim={exact} />
          </b>{' '}
          changes, all of them since {formatDateTime(Math.max(...forgotten.values()))}; older ones are not kept.
          This page opened {formatDateTime(since)}
        </>
      )}
      {groups.length > 1 && (
        <>
          , shown as <b>{formatExact(groups.length)}</b> entries. Related changes form one entry; within a
          minute the worst comes first
        </>
      )}
      .
    </>
  );
}
