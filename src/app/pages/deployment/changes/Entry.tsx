import { useState } from 'react';
import { Link } from 'react-router';
import { ChangeMark } from '#app/components/changes/ChangeMark.tsx';
import { Subject } from '#app/components/changes/ChangeSentence.tsx';
import { type Changes, feedsOf } from '#app/components/changes/use-changes.ts';
import { Confirmed, useFreshness } from '#app/components/freshness/freshness-context.tsx';
import { keepsHistory } from '#app/delivered/config.ts';
import { onHostClock, useHostTimed } from '#app/ui/time/clock.ts';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { momentText } from '#domain/history/past/as-of.ts';
import { presentSlug, slugAsOf } from '#domain/history/past/slug-in-time.ts';
import type { Change } from '#domain/memory/changes.ts';
import { type ChangeGroup, gainOf } from '#domain/memory/group-changes.ts';
import {
  formatClock,
  formatDate,
  formatDateTime,
  formatDuration,
  formatExact,
  noValue,
} from '#domain/text/format.ts';
import { formatCapacityChange } from '#domain/text/format-figures.ts';
import { EntrySentence } from './EntrySentence.tsx';

export const entryColumns =
  'grid items-baseline md:grid-cols-[5.5rem_1.75rem_minmax(0,1fr)_9rem_9.5rem_10rem] max-md:grid-cols-[3.7rem_1.1rem_minmax(0,1fr)] max-md:gap-x-1';

/**
 * One entry of the change log, for changes that happened together: time, sentence, number of changes, last
 * time of the old state, and duration.
 */
export function Entry({
  group,
  isSameMinute,
  deployment,
  changes,
}: {
  readonly group: ChangeGroup;
  /** Whether the entry above has the same minute. The time is then for screen readers only. */
  readonly isSameMinute: boolean;
  readonly deployment: Deployment;
  readonly changes: Changes;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const feeds = feedsOf(group, changes);
  const { members } = group;
  return (
    <Confirmed as="li" feeds={feeds} className="border-b border-line">
      <div className={`${entryColumns} min-h-[30px] py-[5px]`}>
        <span className="relative">
          {group.gap && (
            <span
              aria-hidden="true"
              className="hatch absolute -top-[5px] -left-6 h-[30px] w-3.5 max-md:-left-4 max-md:w-2.5"
            />
          )}
          <time
            dateTime={new Date(group.at).toISOString()}
            {...(group.gap ? {} : timesOf(group.lead))}
            className={`font-[520] ${isSameMinute ? 'sr-only' : ''}`}
          >
            {formatClock(group.at)}
          </time>
        </span>
        <ChangeMark group={group} size={12} />
        <span className="one-line min-w-0 overflow-hidden md:truncate md:pr-4">
          <EntrySentence group={group} deployment={deployment} changes={changes} />
        </span>
        <span className="md:contents max-md:col-start-3 max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-4">
          <span className="flex gap-x-2 pr-2 max-md:empty:hidden">
            {members.length > 1 && (
              <button
                type="button"
                aria-expanded={isOpen}
                className="text-text-2 hover:text-text max-md:min-h-11"
                onClick={() => setIsOpen(!isOpen)}
              >
                <Caret isOpen={isOpen} />
                {isOpen ? 'hide' : 'show'} {formatExact(members.length)}
              </button>
            )}
            <AsItWas group={group} slug={deployment.slug} />
          </span>
          <span className="text-right text-text-2 max-md:hidden">
            <SeenOtherwise group={group} />
          </span>
          <span className="text-right text-text-2 max-md:text-[12px]">
            <Lasting group={group} feeds={feeds} />
          </span>
        </span>
      </div>
      {isOpen && <Members group={group} slug={deployment.slug} />}
    </Confirmed>
  );
}

/** Link to the status page as it was at the time of an entry. A gap has no state, and without a history none is known. */
function AsItWas({ group: { at, gap }, slug }: { readonly group: ChangeGroup; readonly slug: string }) {
  if (gap || !keepsHistory) return null;
  const name = `As it was at ${formatClock(at)}`;
  return (
    <Link
      to={paths.status(slugAsOf(presentSlug(slug), momentText(at)))}
      aria-label={name}
      title={name}
      className="no-print link ml-auto inline-flex items-center text-text-2 max-md:min-h-11"
    >
      as it was
    </Link>
  );
}

function Caret({ isOpen }: { readonly isOpen: boolean }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className="mr-1.5 inline-block size-3 align-[-0.1em]"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
    >
      <path d={isOpen ? 'M4 6.2 8 10.2 12 6.2' : 'M6.2 4 10.2 8 6.2 12'} />
    </svg>
  );
}

function timesOf({ at, notBefore }: Change) {
  return {
    'data-since': new Date(at).toISOString(),
    ...(notBefore !== null && { 'data-not-before': new Date(notBefore).toISOString() }),
  };
}

function SeenOtherwise({ group: { at, lead, gap } }: { readonly group: ChangeGroup }) {
  const { notBefore, isAfterGap } = lead;
  if (gap) return null;
  if (notBefore === null) return noValue;
  return (
    <>
      {isAfterGap && (
        <span
          role="img"
          aria-label="Not observed in between: "
          className="hatch mr-2 inline-block h-2.5 w-3.5"
        />
      )}
      {formatDate(notBefore) === formatDate(at) ? formatClock(notBefore) : formatDateTime(notBefore)}
    </>
  );
}

const hasNoEnd: ReadonlySet<Change['kind']> = new Set([
  'appeared',
  'moved',
  'contact-restored',
  'contradiction-ended',
  'renamed',
  'scopes',
  'word',
]);

function lasts({ kind, subject }: Change): boolean {
  return !hasNoEnd.has(kind) && subject !== 'application' && subject !== 'event' && subject !== 'bucket';
}

/**
 * Shows how long the state after a change lasted, or how much capacity was gained. Without fresh data, a
 * current state lasted at least until its last response.
 */
function Lasting({ group, feeds }: { readonly group: ChangeGroup; readonly feeds: readonly Feed<unknown>[] }) {
  const { until, lead } = group;
  const at = group.gap?.from ?? group.at;
  // A page of the past ends at its moment, up to which a state lasted.
  const isFresh = ['fresh', 'past'].includes(useFreshness(feeds));
  const read = Math.min(...feeds.map(({ answer }) => (answer ? onHostClock(answer.receivedAt) : at)));
  const duration = useHostTimed((now) => formatDuration((until ?? (isFresh || group.gap ? now : read)) - at));
  if (lead.kind === 'capacity') {
    const gain = gainOf(group);
    return gain === null ? null : <span className="text-text">{formatCapacityChange(gain)}</span>;
  }
  if (!lasts(lead)) return null;
  // If a version is not requested any more, the end is unknown.
  if (until === null && lead.contradiction && feeds.some(({ answer }) => !answer)) return 'no longer compared';
  if (until === null && !isFresh && !group.gap) return `at least ${duration}`;
  return (
    <>
      <span className="text-text">{duration}</span>
      {until === null && !group.isRecovery && <span className="text-text-3">, open</span>}
    </>
  );
}

/** Number of changes of an entry shown at first. Each click shows `largeStep` more. */
const step = 60;
const largeStep = 1_000;

function Members({ group: { at, members }, slug }: { readonly group: ChangeGroup; readonly slug: string }) {
  const [room, setRoom] = useState(step);
  const hidden = members.length - room;
  return (
    <ul
      aria-label="Changed together"
      className="one-line m-0 flex list-none flex-wrap gap-x-4 p-0 pb-2 text-[12px] max-md:pl-[5.3rem] md:pl-[7.25rem]"
    >
      {members.slice(0, room).map((change) => (
        <li key={`${change.subject} ${change.id}`} className="max-w-full truncate max-md:min-h-7">
          <Subject change={change} slug={slug} />
          {change.kind !== 'unobserved' && formatClock(change.at) !== formatClock(at) && (
            <span className="text-text-3"> {formatClock(change.at)}</span>
          )}
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <button
            type="button"
            className="underline underline-offset-3 max-md:min-h-11"
            onClick={() => setRoom(room + largeStep)}
          >
            {formatExact(Math.min(hidden, largeStep))} more
          </button>
        </li>
      )}
    </ul>
  );
}
