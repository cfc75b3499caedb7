import { useCharts } from '#app/url/settings.ts';

/** Pixels that the largest types take, which are drawn with the other charts. */
export const typesHeight = 192;

/** Keeps the room of the volumes until it is known where they come from: those of the record are higher. */
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
