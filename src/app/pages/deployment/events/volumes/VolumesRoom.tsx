import { useCharts } from '#app/url/settings.ts';

/** Height of the largest types, pixels. They are part of the charts. */
export const typesHeight = 192;

/**
 * Reserves the height of the volumes until their source is known. The charts from the history record are
 * higher.
 */
export function VolumesRoom({ isRecorded }: { readonly isRecorded: boolean }) {
  const [charts] = useCharts();
  if (isRecorded) return <div className="min-h-[807px] max-md:min-h-[1190px]" />;
  return (
    <>
      <div className="h-82.5 max-md:h-160" />
      {charts === 'open' && <div style={{ height: typesHeight }} />}
    </>
  );
}
