/** Reserves the height of the volumes until their source is known. */
export function VolumesRoom() {
  return <div className="min-h-[807px] max-md:min-h-[1190px]" />;
}
