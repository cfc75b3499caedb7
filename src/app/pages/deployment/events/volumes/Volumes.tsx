import { useShownTime } from '#app/charts/over-time/shown-time.ts';
import { useEndpointRecord } from '#app/charts/over-time/use-recorded.ts';
import type { Group } from '#domain/lists/listing.ts';
import { chartSources } from '../chart-sources.ts';
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
  const { deployment, source: read } = list;
  const shown = useShownTime();
  const record = useEndpointRecord(deployment.slug, read.path);
  const isOfSession = record.source === 'session';
  const { sources, leftOut } = chartSources(order, groups, isOfSession);
  const names = sources.map(({ series }) => series);
  const past = useEventSeries(deployment.slug, read.path, names, shown, isOfSession);
  if (record.source === null && past.failed === null) return <VolumesRoom />;
  return (
    <>
      <VolumesBySource
        {...shared}
        {...{ sources, leftOut, past, shown }}
        isAnySource={groups.length === 0 || sources.some(({ source }) => source !== null)}
      />
      <LargestTypes {...shared} {...{ shown, isOfSession }} />
    </>
  );
}
