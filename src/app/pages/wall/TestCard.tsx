import { marks } from '#domain/severity/mark-shapes.ts';
import { severityName, severityRank } from '#domain/severity/severity.ts';
import { formatExact } from '#domain/text/format.ts';
import {
  arcMinutes,
  arcOf,
  capitalShare,
  pixelSize,
  type Role,
  roles,
  type Screen,
} from '#domain/wall/geometry.ts';
import type { WallSettings } from './screen/options.ts';

const sample: Readonly<Record<Role, string>> = {
  headline: 'All operational',
  band: 'Object Store',
  problem: 'Replication',
  clock: '14:32:07',
  since: 'since 14:20:03',
  name: 'Deployment name',
  component: 'Component name',
  floor: 'Smallest text',
};

/**
 * Test card for the settings of a wall's room: every text size with its visual angle and the distance from
 * which it can be read.
 */
export function TestCard({
  settings,
  screen,
  unit,
}: {
  readonly settings: WallSettings;
  readonly screen: Screen;
  readonly unit: number;
}) {
  const { room } = settings;
  const reach = (pixels: number) =>
    (pixels * capitalShare * pixelSize(screen, room)) /
    (2 * 1000 * Math.tan(((arcMinutes.least / 60) * Math.PI) / 360));
  const sizes = (Object.keys(roles) as Role[]).filter((role) => role !== 'headline' && role !== 'band');
  const tight = screen.height / unit < 600;
  // Without room for all sizes, the smallest ones are shown.
  const shown = tight ? sizes.toReversed() : sizes;
  return (
    <div className="wall-scene">
      <h1 className="wall-name line-clamp-2">
        {room.diagonal} inches,{' '}
        {!tight && `${formatExact(screen.width)} × ${formatExact(screen.height)}, read `}from {room.distance} m
      </h1>
      <div className="wall-whole">
        {shown.map((role) => (
          <div
            key={role}
            className="flex w-full flex-wrap items-baseline justify-between"
            style={{ columnGap: unit * 40 }}
          >
            <span className="wall-line" style={{ fontSize: roles[role] * unit, lineHeight: 1.15 }}>
              {sample[role]}
            </span>
            <span className="wall-floor">
              {arcOf(roles[role] * unit, screen, room).toFixed(0)}′{tight ? ' to ' : ', reads to '}
              {reach(roles[role] * unit).toFixed(1)} m
            </span>
          </div>
        ))}
      </div>
      <ul
        className="m-0 flex list-none flex-wrap p-0"
        style={{ gap: unit * 36, display: screen.height / unit < 900 ? 'none' : undefined }}
      >
        {(Object.keys(severityRank) as (keyof typeof severityRank)[]).map((severity) => (
          <li
            key={severity}
            className={`wall-floor flex items-center word-of-${severity}`}
            style={{ gap: unit * 12 }}
          >
            <svg
              viewBox="0 0 16 16"
              width={unit * 32}
              height={unit * 32}
              aria-hidden="true"
              className={`mark-of-${severity}`}
            >
              {marks[severity].paths.map(({ d, stroke, dash }) =>
                stroke === undefined ? (
                  <path key={d} d={d} fill="currentColor" fillRule="evenodd" />
                ) : (
                  <path
                    key={d}
                    d={d}
                    fill="none"
                    stroke="currentColor"
                    strokeWidth={stroke}
                    strokeDasharray={dash}
                  />
                ),
              )}
            </svg>
            {severityName[severity]}
          </li>
        ))}
      </ul>
      <p className="wall-floor wall-aside">
        {'wakeLock' in navigator
          ? 'This browser keeps the screen awake while the wall is shown.'
          : 'This browser can’t keep the screen awake. Set this in the operating system.'}{' '}
        A turn takes {settings.seconds} s, clocks read {settings.zone}.
      </p>
    </div>
  );
}
