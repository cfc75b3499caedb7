import type { Deployment } from '../../../contract/host.ts';
import { plural } from '../../../domain/format.ts';
import { now, useSecond } from '../../clock.ts';
import { Evidence } from '../../components/Evidence.tsx';
import { FreshnessMark } from '../../components/FreshnessMark.tsx';
import { StatusGlyph } from '../../components/StatusGlyph.tsx';
import { useVerdict } from '../../components/useVerdict.ts';
import { Vouched } from '../../components/vouching.tsx';
import { useStatus } from '../../queries/status.ts';
import { useSession } from '../../session/store.ts';
import type { SceneProps } from '../context.ts';
import { Fit } from '../Fit.tsx';
import type { WallSettings } from '../options.ts';
import { sinceInWords, sinceOf } from '../since.ts';
import { usePages } from '../use-pages.ts';

/** Every deployment, worst first, page by page. */
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
  const height = (room.isPortrait ? 260 : 168) * unit;
  const { frame, items, page, pages } = usePages(deployments, { width: 1e9, height, line: 60 * unit }, turn);
  return (
    <div className="wall-scene">
      <div ref={frame} className="wall-rows">
        <ul aria-label="Deployments" className="m-0 list-none p-0">
          {items.map((deployment) => (
            <Row key={deployment.slug} deployment={deployment} settings={settings} unit={unit} />
          ))}
        </ul>
        {pages > 1 && (
          <p className="wall-floor mt-auto">
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
}: {
  readonly deployment: Deployment;
  readonly settings: WallSettings;
  readonly unit: number;
}) {
  const { feed } = useStatus(deployment);
  const verdict = useVerdict(feed, deployment);
  const { overall } = useSession(deployment.slug);
  const time = Math.max(useSecond(), now());
  const since = verdict.freshness === 'fresh' ? sinceOf(overall) : null;
  const words = since && sinceInWords(since, time, settings.zone);
  return (
    <Vouched feeds={[feed]} as="li" className="wall-row">
      <StatusGlyph severity={verdict.severity} size={Math.round(unit * 84)} />
      <div className="min-w-0">
        <Fit className="wall-name" least={0.78}>
          {deployment.name}
        </Fit>
        <p className="wall-floor wall-line">
          <FreshnessMark feeds={[feed]} words="few" />
        </p>
      </div>
      <div className="min-w-0">
        <Fit className={`wall-since word-of-${verdict.severity}`} least={0.62}>
          {verdict.headline.slice(0, 60)}
        </Fit>
        <p className="wall-floor line-clamp-1">
          <Evidence verdict={verdict} />
        </p>
      </div>
      <div className="text-right">
        {words && <div className="wall-since">{words.duration}</div>}
        {words && <div className="wall-floor">{words.since}</div>}
      </div>
    </Vouched>
  );
}
