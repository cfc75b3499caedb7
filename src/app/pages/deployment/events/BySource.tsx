import { Link } from 'react-router';
import { FigurePlace } from '#app/charts/PlotPlace.tsx';
import { EmptyState, Panel } from '#app/components/freshness/Panel.tsx';
import { ClaimedSum } from '#app/components/lists/Count.tsx';
import { type Share, ShareBar } from '#app/components/severity/ShareBar.tsx';
import { useSession } from '#app/observe/session/seen.ts';
import { mostSources } from '#app/observe/session/session-log.ts';
import { Segmented } from '#app/ui/elements/Segmented.tsx';
import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import { usePhone } from '#app/ui/use-phone.ts';
import { choices, useChoice } from '#app/url/choice.ts';
import { paths } from '#app/url/paths.ts';
import { sumOf, totalOf } from '#domain/figures/ranking.ts';
import { exact, nothingListed } from '#domain/lists/claim.ts';
import type { Group } from '#domain/lists/listing.ts';
import { formatTime } from '#domain/text/format.ts';
import { formatCount } from '#domain/text/format-figures.ts';
import { formatPercent } from '#domain/text/format-shares.ts';
import { SourceName } from './SourceMark.tsx';
import { type EventPanelProps, type Series, type VolumeAreaProps, volumeViews } from './shared.ts';
import { marksOfChanges } from './volumes/change-marks.ts';
import { TrendBegins } from './volumes/TrendBegins.tsx';
import { leastOfLine, onlyFell, sourceColour } from './volumes/volumes.ts';

const VolumeArea = lazyPart<VolumeAreaProps>(() => import('./volumes/VolumeArea.tsx'), FigurePlace);

export default function BySource({
  list: { deployment, source, listing },
  readings,
  order,
  groups,
}: EventPanelProps & { readonly groups: readonly Group[] }) {
  const { slug, words } = deployment;
  const { changes } = useSession(slug);
  const height = usePhone() ? 140 : 190;
  const total = totalOf(groups, 'count');
  const claim = listing?.claim ?? exact;
  const byColour = groups.toSorted((a, b) => place(order, a) - place(order, b));
  const shares: Share[] = byColour.map((group) => {
    const name = group.key[0] ?? null;
    const volume = sumOf([group], 'count');
    return {
      key: `=${name}`,
      label: (
        <Link className="link" to={paths.events(slug, { source: name })}>
          <SourceName source={name} />
        </Link>
      ),
      value: Number(volume.total),
      figure: (
        <>
          <ClaimedSum list={claim} sum={volume} format={formatCount} />, {formatPercent(volume.total, total)}
        </>
      ),
      colour: sourceColour(order, name),
    };
  });
  // If there are very many sources, only the largest recent ones.
  const seen = new Set(readings.toReversed().flatMap(({ bySource }) => [...bySource.keys()]));
  const sources = [...seen].slice(0, mostSources);
  const series: Series[] = sources
    .toSorted((a, b) => position(order, a) - position(order, b))
    .map((name) => ({
      key: `=${name}`,
      name: name ?? 'not provided',
      colour: sourceColour(order, name),
      // A full reading may have dropped this source, so its value is unknown.
      valueOf: ({ bySource }) => bySource.get(name) ?? (bySource.size < mostSources ? 0 : null),
    }));
  const isFalling = onlyFell(
    readings,
    series.map(({ valueOf }) => valueOf),
    'sum',
  );
  const [view, setView] = useChoice('volume', choices.volume, isFalling ? 'reported' : 'added');
  const [first] = readings;
  return (
    <Panel
      title="Reported volume by source"
      note={first && `since this page opened, ${formatTime(first.at)}`}
      aside={
        readings.length >= leastOfLine && (
          <Segmented label="What the chart shows" value={view} options={volumeViews} onChange={setView} />
        )
      }
      sources={[source]}
      className="[--room:20rem] max-md:[--room:17.5rem]"
    >
      {listing?.count === 0 ? (
        <EmptyState>{nothingListed('event types', listing.claim)} So there is no volume to show.</EmptyState>
      ) : (
        // The chart waits for the shares, because its legend is there.
        groups.length > 0 && (
          <div className="pt-3">
            <ShareBar shares={shares} label="Volume by source" />
            {readings.length >= leastOfLine ? (
              <VolumeArea
                caption="Volume by source"
                readings={readings}
                series={series}
                unit="sum"
                marks={marksOfChanges(changes, words)}
                added={view === 'added'}
                height={height}
              />
            ) : (
              <TrendBegins readings={readings} height={height + 42} />
            )}
          </div>
        )
      )}
    </Panel>
  );
}

/** Stacking order; no source comes last. */
function position(order: readonly string[], source: string | null): number {
  return source === null ? order.length : order.indexOf(source);
}

function place(order: readonly string[], group: Group): number {
  return position(order, group.key[0] ?? null);
}
