import { useShownTime } from '#app/charts/over-time/shown-time.ts';
import { useRecorded } from '#app/charts/over-time/use-recorded.ts';
import { keepsHistory, keepsListsOf } from '#app/delivered/config.ts';
import { lazyOnVisible } from '#app/ui/loading/lazy-on-visible.tsx';
import { useCharts } from '#app/url/settings.ts';
import type { Group, Sum } from '#domain/lists/listing.ts';
import BySource from '../BySource.tsx';
import ByType from '../ByType.tsx';
import { RecordedTypes } from '../RecordedTypes.tsx';
import type { EventPanelProps } from '../shared.ts';
import { RecordedVolumes } from './RecordedVolumes.tsx';
import { typesHeight, VolumesRoom } from './VolumesRoom.tsx';

const LargestTypes = lazyOnVisible(
  () => import('../LargestTypes.tsx'),
  () => <div style={{ height: typesHeight }} />,
);

export default function Volumes({
  groups,
  sum,
  ...shared
}: EventPanelProps & { readonly groups: readonly Group[]; readonly sum: Sum | undefined }) {
  const { list, order } = shared;
  const { slug } = list.deployment;
  const shown = useShownTime();
  const [charts] = useCharts();
  const listed = new Set(groups.flatMap(({ key: [source] }) => source ?? []));
  const sources = order.filter((source) => listed.has(source));
  const names = sources.map((source) => `events-by-source/${source}`);
  const recorded = useRecorded(slug, list.source.path, names, shown.asked);
  if (recorded.isThere)
    return (
      <>
        <RecordedVolumes {...{ list, order, sources, recorded, shown }} />
        <RecordedTypes {...{ list, order, shown }} />
      </>
    );
  if (keepsHistory && recorded.isAwaited) return <VolumesRoom isRecorded={keepsListsOf(list.deployment)} />;
  return (
    <>
      <div className="grid gap-x-11 gap-y-7 lg:grid-cols-[minmax(0,1fr)_27rem]">
        <BySource {...shared} groups={groups} />
        <ByType {...shared} sum={sum} />
      </div>
      {recorded.why !== null && (
        <p className="caption pt-2 text-text-2">
          {recorded.why} What is shown was read since this page opened.
        </p>
      )}
      {charts === 'open' && <LargestTypes {...shared} />}
    </>
  );
}
