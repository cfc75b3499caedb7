/** Placeholder with the height of the charts of event volumes, until their code is loaded. */
export function VolumesRoom() {
  return <div className="min-h-[807px] max-md:min-h-[1190px]" />;
}
