import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { nextTry } from '#app/components/freshness/FreshnessMark.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { pollMilliseconds } from '#app/delivered/config.ts';
import { statusFeedIn } from '#app/observe/verdicts/verdicts.ts';
import { useStatus } from '#app/queries/resources/status.ts';
import { now, useTimed } from '#app/ui/time/clock.ts';
import { isHidden } from '#app/ui/time/visibility.ts';
import type { Deployment } from '#contract/host.ts';
import type { StatusDocument } from '#contract/resources.ts';
import type { Feed } from '#domain/answer/answer.ts';
import { ageOfResponse } from '#domain/answer/freshness.ts';
import { nextRequestAt } from '#domain/answer/next-request.ts';
import {
  formatAge,
  formatClock,
  formatDate,
  formatDuration,
  formatExact,
  plural,
} from '#domain/text/format.ts';
import { isSameScene, type Scene } from '#domain/wall/rotation.ts';
import type { WallSettings } from './screen/options.ts';
import { useHostRespondedAt } from './screen/own-host.ts';
import { type SessionEnd, useResponding } from './state.ts';
import { Ticking } from './Ticking.tsx';
import { WallSound } from './WallSound.tsx';

/** Footer of the wall: the scenes, the current scene, and a sign that the wall still works. */
export function WallFoot({
  deployments,
  settings,
  scene,
  scenes,
  isStill,
  contact,
  sessionEnd,
  began,
  isNarrow,
}: {
  readonly deployments: readonly Deployment[];
  readonly settings: WallSettings;
  readonly scene: Scene;
  readonly scenes: readonly Scene[];
  readonly isStill: boolean;
  /** `blind` if the screen has no contact, `lost` if only the shown deployment has none, otherwise `some`. */
  readonly contact: 'some' | 'lost' | 'blind';
  /** How the log-in of this screen ended; `null` while it is logged in. */
  readonly sessionEnd: SessionEnd | null;
  /** Number of the current step of the rotation. */
  readonly began: number;
  /** Whether the footer has room only for the date, not for the scenes. */
  readonly isNarrow: boolean;
}) {
  const deployment = deployments.find(({ slug }) => slug === scene.slug);
  return (
    <footer className="wall-foot wall-floor">
      {isNarrow ? (
        <Today zone={settings.zone} />
      ) : isStill ? (
        <span className="wall-line">
          Rotation paused
          <span className="wall-aside">
            {sessionEnd === null ? (
              <>
                , <NextTry deployments={deployments} />
              </>
            ) : sessionEnd.isAtProxy ? (
              '. It needs a log-in at the proxy.'
            ) : (
              '. It needs a new wall link.'
            )}
          </span>
        </span>
      ) : (
        <ul aria-label="Scenes" className="wall-turns">
          {scenes.map((each) =>
            isSameScene(each, scene) ? (
              <CurrentScene key={`${began} now`} name={each.name} seconds={settings.seconds} />
            ) : (
              <li key={`${each.slug} ${each.name}`}>{titleOf(each.name)}</li>
            ),
          )}
        </ul>
      )}
      {settings.sound && <WallSound />}
      {contact === 'blind' ? (
        <NothingIsCurrent />
      ) : contact === 'lost' ? (
        <LifeOfHost others={isStill ? [] : deployments.filter((each) => each !== deployment)} />
      ) : deployment ? (
        <LifeOfOne deployment={deployment} zone={settings.zone} />
      ) : (
        <LifeOfAll deployments={deployments} />
      )}
    </footer>
  );
}

/** Shows the time until the earliest status request of the deployments, such as "next try in 7 s". */
function NextTry({ deployments }: { readonly deployments: readonly Deployment[] }) {
  const client = useQueryClient();
  const read = useCallback(
    (time: number) => {
      const policy = { pollMilliseconds, hidden: isHidden() };
      const next = Math.min(...deployments.map((each) => nextRequestAt(statusFeedIn(client, each), policy)));
      const wait = Math.ceil((next - time) / 1000) * 1000;
      return wait > 0 && Number.isFinite(wait) ? `next try in ${formatDuration(wait)}` : 'trying now';
    },
    [client, deployments],
  );
  return <Ticking read={read} />;
}

/**
 * Shows that the screen itself works although a deployment is lost: its host responds, and other deployments
 * are read.
 */
function LifeOfHost({ others }: { readonly others: readonly Deployment[] }) {
  const answeredAt = useHostRespondedAt();
  const { count } = useResponding(others);
  const read = useCallback(
    (time: number) => formatAge(time - (answeredAt ?? time), { late: false }),
    [answeredAt],
  );
  if (answeredAt === null && count === 0) return <NothingIsCurrent />;
  return (
    <Life last={answeredAt}>
      {answeredAt !== null && (
        <>
          Own host answers, <Ticking read={read} />
        </>
      )}
      {count > 0 && (
        <span className="wall-aside">
          {answeredAt === null ? '' : '; '}
          {plural(count, 'other deployment')} {count === 1 ? 'is' : 'are'} read
        </span>
      )}
    </Life>
  );
}

function Today({ zone }: { readonly zone: string }) {
  const date = useTimed((time) => formatDate(time, zone));
  return (
    <span className="whitespace-nowrap">
      {date}, {zone}
    </span>
  );
}

function titleOf(name: string): string {
  return `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;
}

const progressSteps = 10;

/** Name of the current scene. A line below it shows how much of the scene's time has passed. */
function CurrentScene({ name, seconds }: { readonly name: string; readonly seconds: number }) {
  const [from] = useState(now);
  const passed = useTimed((time) => {
    const share = Math.max(0, Math.min(1, (time - from) / (seconds * 1000)));
    return Math.floor(share * progressSteps) / progressSteps;
  });
  return (
    <li
      aria-current="true"
      className="wall-turn"
      style={{ backgroundSize: `${passed * 100}% calc(4 * var(--u)), 100% calc(4 * var(--u))` }}
    >
      {titleOf(name)}
    </li>
  );
}

const notches = 12;

function NothingIsCurrent() {
  return (
    <span
      className="flex min-w-0 items-center gap-[.4em] whitespace-nowrap font-semibold text-text"
      data-freshness="lost"
    >
      <StatusGlyph severity="unvouched" size={24} className="size-[.8em]" />
      <span className="wall-line">
        Nothing <span className="wall-aside">on this screen </span>is current
      </span>
    </span>
  );
}

/**
 * Dial that moves one notch per response and not otherwise, so that a frozen wall cannot look alive. `last`
 * is the time of the last response.
 */
function Life({ last, children }: { readonly last: number | null; readonly children: ReactNode }) {
  const angle = useNotch(last) * (360 / notches);
  return (
    <span className="flex min-w-0 items-center gap-[.4em]">
      <svg viewBox="0 0 16 16" width="0.9em" height="0.9em" aria-hidden="true" className="shrink-0">
        <circle cx="8" cy="8" r="6.4" fill="none" stroke="var(--line-strong)" strokeWidth="2" />
        <path
          d="M8 1.6A6.4 6.4 0 0 1 13.5 4.8"
          fill="none"
          stroke="var(--text)"
          strokeWidth="2.4"
          transform={`rotate(${angle} 8 8)`}
        />
      </svg>
      <span className="wall-line">{children}</span>
    </span>
  );
}

/** Shows a text of the status document, or `none` if the document lacks it. */
function DocumentText({ text, none }: { readonly text: string | null; readonly none: string }) {
  return text === null ? none : <Verbatim className="wall-said">{text}</Verbatim>;
}

function LifeOfOne({ deployment, zone }: { readonly deployment: Deployment; readonly zone: string }) {
  const { feed } = useStatus(deployment);
  return <Checked feed={feed} zone={zone} />;
}

/**
 * Shows how long ago the status was checked, or since when there is no contact. It is separate from the
 * query, so that passing seconds send no request.
 */
function Checked({ feed, zone }: { readonly feed: Feed<StatusDocument>; readonly zone: string }) {
  const { answer, failure } = feed;
  const read = useCallback(
    (time: number) =>
      answer === null
        ? nextTry(feed)
        : failure
          ? `No contact since ${formatClock(answer.receivedAt, zone)}. ${nextTry(feed)}`
          : formatAge(ageOfResponse(answer, time), { late: false }),
    [feed, answer, failure, zone],
  );
  return (
    <Life last={answer?.receivedAt ?? null}>
      {answer && !failure ? (
        <>
          <span className="wall-aside">Checked </span>
          <Ticking read={read} />
          <span className="wall-aside">
            , <DocumentText text={answer.value.region} none="site not named" />,{' '}
            <DocumentText text={answer.value.version} none="no version" />
          </span>
        </>
      ) : answer ? (
        <Ticking read={read} />
      ) : failure ? (
        <>
          Never read. <Ticking read={read} />
        </>
      ) : (
        'Waiting for the first response'
      )}
    </Life>
  );
}

function LifeOfAll({ deployments }: { readonly deployments: readonly Deployment[] }) {
  const { count, last } = useResponding(deployments);
  const read = useCallback((time: number) => formatAge(time - last, { late: false }), [last]);
  return (
    <Life last={last}>
      {last > 0 ? (
        <>
          <span className="wall-aside">Checked </span>
          <Ticking read={read} />, {formatExact(count)} of {formatExact(deployments.length)} answer
        </>
      ) : (
        'Waiting for the first response'
      )}
    </Life>
  );
}

/** Counts the responses by their times (`last`), modulo the number of notches of the dial. */
function useNotch(last: number | null): number {
  const [seen, setSeen] = useState({ last, count: 0 });
  if (seen.last !== last) setSeen({ last, count: (seen.count + 1) % notches });
  return seen.count;
}
