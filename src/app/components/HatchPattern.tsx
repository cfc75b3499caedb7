/** The hatch that all strips and charts of a page share. Drawn once, near the root, so that it prints. */
export function HatchPattern() {
  return (
    <svg width="0" height="0" aria-hidden="true" className="absolute">
      <defs>
        <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1.6" height="5" fill="var(--hatch)" />
        </pattern>
      </defs>
    </svg>
  );
}
