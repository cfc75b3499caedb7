import { useCallback } from 'react';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { DeploymentName } from '#app/components/page/DeploymentName.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { useVerdict } from '#app/observe/verdicts/verdicts.ts';
import { useRegions } from '#app/queries/resources/regions.ts';
import { useStatus } from '#app/queries/resources/status.ts';
import { useTimed } from '#app/ui/time/clock.ts';
import type { Deployment } from '#contract/host.ts';
import { formatClock, formatDate, formatExact, plural } from '#domain/text/format.ts';
import type { WallSettings } from './screen/options.ts';
import { Ticking } from './Ticking.tsx';

/**
 * Header of the wall: deployment, verdict and time, with the date, so that a photograph of the wall shows
 * when it was taken.
 */
export function WallHead({
  deployments,
  deployment,
  settings,
  unit,
  hasHeadline,
  isBlind,
  isNarrow,
}: {
  readonly deployments: readonly Deployment[];
  /** Deployment of the scene; `null` if the scene shows all deployments. */
  readonly deployment: Deployment | null;
  readonly settings: WallSettings;
  readonly unit: number;
  readonly hasHeadline: boolean;
  readonly isBlind: boolean;
  /** Whether the screen is narrow. The footer then shows the date. */
  readonly isNarrow: boolean;
}) {
  return (
    <header className="wall-head">
      <div className="min-w-0">
        {isBlind ? (
          <>
            <p className="wall-name wall-line">Edgewatch</p>
            <p className="wall-sub wall-floor wall-line">
              {deployments.length === 1 && deployment ? (
                <DeploymentName deployment={deployment} />
              ) : (
                plural(deployments.length, 'deployment')
              )}
            </p>
          </>
        ) : deployment ? (
          <One deployment={deployment} unit={unit} hasHeadline={hasHeadline} />
        ) : (
          <>
            <h1 className="wall-name wall-line">{plural(deployments.length, 'deployment')}</h1>
            {deployments.some(({ demo }) => demo) && (
              <p className="wall-sub wall-floor">Demo data: an invented fleet</p>
            )}
          </>
        )}
      </div>
      <Clock zone={settings.zone} hasDate={!isNarrow} />
    </header>
  );
}

function One({
  deployment,
  unit,
  hasHeadline,
}: {
  readonly deployment: Deployment;
  readonly unit: number;
  readonly hasHeadline: boolean;
}) {
  const { feed } = useStatus(deployment);
  const verdict = useVerdict(deployment);
  const regions = useRegions(deployment, false).feed.answer?.value ?? null;
  const { nodes } = verdict.inventory;
  const gone = verdict.counts.get('vanished') ?? 0;
  const all = plural(verdict.components.length, 'component');
  const parts = [
    ...(feed.answer
      ? [gone > 0 ? `${formatExact(verdict.components.length - gone)} of ${all} listed` : all]
      : []),
    ...(regions
      ? [`${regions.claim.kind === 'at-least' ? 'at least ' : ''}${plural(regions.count, 'region')}`]
      : []),
    ...(nodes?.claim
      ? [`${nodes.claim.kind === 'at-least' ? 'at least ' : ''}${plural(nodes.total, 'node')}`]
      : []),
    ...(verdict.unread.length > 0 ? ['partly unknown'] : []),
    ...(deployment.demo ? ['demo data'] : []),
  ];
  return (
    <>
      {hasHeadline ? (
        <p className="wall-name wall-line">
          <DeploymentName deployment={deployment} />
        </p>
      ) : (
        <h1 className="wall-name wall-line">
          <DeploymentName deployment={deployment} />
        </h1>
      )}
      {hasHeadline ? (
        <p className="wall-sub wall-floor wall-line">{parts.join(', ')}</p>
      ) : (
        <Confirmed feeds={[feed]}>
          <div
            role="status"
            aria-label="Overall status"
            className="wall-name flex min-w-0 items-center"
            style={{ gap: unit * 20 }}
          >
            <StatusGlyph severity={verdict.severity} size={unit * 44} tight />
            <span className={`wall-line word-of-${verdict.severity}`}>
              <Sentence clauses={[verdict.headline]} />
              {verdict.unread.length > 0 && ', partly unknown'}
            </span>
          </div>
        </Confirmed>
      )}
    </>
  );
}

function Clock({ zone, hasDate }: { readonly zone: string; readonly hasDate: boolean }) {
  const read = useCallback((time: number) => formatClock(time, zone), [zone]);
  const date = useTimed((time) => formatDate(time, zone));
  return (
    <div>
      <div className="wall-clock">
        <Ticking read={read} />
      </div>
      {hasDate && (
        <div className="wall-floor text-right">
          {date}, {zone}
        </div>
      )}
    </div>
  );
}
