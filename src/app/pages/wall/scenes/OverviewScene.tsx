import { DeploymentContact } from '#app/components/freshness/Contact.tsx';
import { FreshnessMark } from '#app/components/freshness/FreshnessMark.tsx';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { useVerdictSince } from '#app/components/history/use-history.ts';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { DeploymentName } from '#app/components/page/DeploymentName.tsx';
import { Evidence } from '#app/components/severity/Evidence.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { recordedTimes, useSinceInWords } from '#app/components/strips/since.ts';
import { useVerdict } from '#app/observe/verdicts/verdicts.ts';
import { useStatus } from '#app/queries/resources/status.ts';
import { onHostClock } from '#app/ui/time/clock.ts';
import type { Deployment } from '#contract/host.ts';
import { plural } from '#domain/text/format.ts';
import { lastKnownOf } from '#domain/verdict/evidence/trouble.ts';
import { isNarrow, type SceneProps } from '../context.ts';
import { Fit } from '../Fit.tsx';
import { History } from '../History.tsx';
import type { WallSettings } from '../screen/options.ts';
import { usePages } from '../screen/use-pages.ts';

/**
 * Height of header and footer together in wall units (scaled pixels). `historyUnits` is the height of a
 * deployment's history; histories are shown only if all fit.
 */
const frameUnits = 310;
const historyUnits = 60;
/** Maximum height of a row in wall units (scaled pixels), on a portrait screen with spare room. */
const mostRowUnits = 620;

/** Scene with all deployments, worst first, page by page. */
export function OverviewScene({
  deployments,
  settings,
  unit,
  turn,
  room,
}: {
  readonly deployments: readonly Deployment[];
  readonly settings: WallSettings;
  readonly unit: number;
  readonly turn: number;
  readonly room: SceneProps['room'];
}) {
  const isShort = isNarrow(room) || (!room.isPortrait && room.width < 1500);
  const rowUnits = isShort ? 130 : room.isPortrait ? 280 : 176;
  const size = { width: 1e9, height: rowUnits * unit, line: 44 * unit };
  const { frame, items, page, pages, isNumbered } = usePages(deployments, size, turn);
  const isRoomy = !isShort && items.length * (rowUnits + historyUnits) <= room.height - frameUnits;
  const roomy = room.isPortrait
    ? Math.min(mostRowUnits, (room.height - frameUnits - (isNumbered ? 44 : 0)) / Math.max(1, items.length))
    : rowUnits + historyUnits;
  return (
    <div className="wall-scene">
      <div ref={frame} className="wall-rows">
        <ul
          aria-label="Deployments"
          className="m-0 list-none p-0"
          style={{ gridAutoRows: unit * (isRoomy ? roomy : rowUnits), display: 'grid' }}
        >
          {items.map((deployment) => (
            <DeploymentContact key={deployment.slug} deployment={deployment}>
              <Row
                deployment={deployment}
                settings={settings}
                unit={unit}
                historyUnits={isRoomy ? Math.max(historyUnits - 24, (roomy - rowUnits) / 2.5) : 0}
                isShort={isShort}
              />
            </DeploymentContact>
          ))}
        </ul>
        {isNumbered && (
          <p className="wall-floor wall-line mt-auto">
            Page {page} of {pages}, {plural(deployments.length, 'deployment')}
          </p>
        )}
      </div>
    </div>
  );
}

function Row({
  deployment,
  settings,
  unit,
  historyUnits,
  isShort,
}: {
  readonly deployment: Deployment;
  readonly settings: WallSettings;
  readonly unit: number;
  /** Height of the deployment's history in wall units (scaled pixels); 0 if it does not fit. */
  readonly historyUnits: number;
  /** Whether a row has room for two lines only: name, duration and verdict. */
  readonly isShort: boolean;
}) {
  const { feed } = useStatus(deployment);
  const verdict = useVerdict(deployment);
  const lastKnown = lastKnownOf(verdict);
  const { present } = useVerdictSince(deployment, verdict);
  const since =
    verdict.freshness === 'fresh'
      ? present
      : verdict.freshness === 'lost' && feed.answer
        ? { from: onHostClock(feed.answer.receivedAt), before: false }
        : null;
  const words = useSinceInWords(since, settings.zone);
  return (
    <Confirmed feeds={[feed]} also={verdict} as="li" className={`wall-row ${isShort ? 'wall-row-short' : ''}`}>
      <StatusGlyph severity={verdict.severity} size={unit * (isShort ? 48 : 84)} tight />
      <div className="min-w-0">
        <Fit className="wall-name" least={0.78}>
          <DeploymentName deployment={deployment} />
        </Fit>
        {!isShort && (
          <p className="wall-floor line-clamp-2">
            {/* The start time of a lost deployment is at the end of the row. */}
            <FreshnessMark feeds={[feed]} words={words ? 'age' : 'few'} zone={settings.zone} />
          </p>
        )}
      </div>
      <div className="min-w-0">
        <Fit className={`wall-since word-of-${verdict.severity}`} least={isShort ? 0.82 : 0.62}>
          <Sentence clauses={[verdict.headline]} />
        </Fit>
        {!isShort && (
          <p className="wall-floor line-clamp-2">
            {lastKnown.length > 0 ? <Sentence clauses={lastKnown} /> : <Evidence verdict={verdict} />}
          </p>
        )}
      </div>
      <div className="text-right" {...recordedTimes(since)}>
        {words && <div className="wall-since">{words.duration}</div>}
        {words && !isShort && <div className="wall-floor">{words.since}</div>}
      </div>
      {historyUnits > 0 && (
        <div className="wall-row-past">
          <History
            deployment={deployment}
            settings={settings}
            unit={unit}
            height={historyUnits}
            hasAxis={false}
          />
        </div>
      )}
    </Confirmed>
  );
}
