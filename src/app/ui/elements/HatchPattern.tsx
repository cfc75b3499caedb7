/**
 * Defines the hatch patterns of strips and sparklines (`hatch`) and of charts (`hatch-chart`). Rendered near
 * the root, so that they print. Use them only in graphics in pixel units: a stretched SVG distorts the lines.
 */
export function HatchPattern() {
  return (
    <svg width="0" height="0" aria-hidden="true" className="absolute">
      <defs>
        <Lines id="hatch" pitch={5} width={1.6} />
        <Lines id="hatch-chart" pitch={9} width={2.6} />
      </defs>
    </svg>
  );
}

function Lines({ id, pitch, width }: { readonly id: string; readonly pitch: number; readonly width: number }) {
  return (
    <pattern id={id} width={pitch} height={pitch} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={width} height={pitch} fill="var(--hatch)" />
    </pattern>
  );
}
