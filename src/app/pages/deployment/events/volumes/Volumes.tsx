import { useShownTime } from '#app/charts/over-time/shown-time.ts';
import { keepsHistory } from '#app/delivered/config.ts';
import type { Group } from '#domain/lists/listing.ts';
import { LargestTypes } from '../LargestTypes.tsx';
import type { EventPanelProps } from '../shared.ts';
import { useEventSeries } from '../use-event-series.ts';
import { VolumesBySource } from './VolumesBySource.tsx';
import { VolumesRoom } from './VolumesRoom.tsx';

export default function Volumes({
  groups,
  ...shared
}: EventPanelProps & { readonly groups: readonly Group[] }) {
  const { list, order } = shared;
  const shown = useShownTime();
  const listed = new Set(groups.flatMap(({ key: [source] }) => source ?? []));
  const sources = order.filter((source) => listed.has(source));
  const names = sources.map((source) => `events-by-source/${source}`);
  const past = useEventSeries(list.deployment.slug, list.source.path, names, shown);
  if (keepsHistory && past.isAwaited) return <VolumesRoom />;
  return (
    <>
      <VolumesBySource
        {...shared}
        {...{ sources, past, shown }}
        isAnySource={groups.length === 0 || sources.length > 0}
      />
      <LargestTypes {...shared} shown={shown} />
    </>
  );
}
