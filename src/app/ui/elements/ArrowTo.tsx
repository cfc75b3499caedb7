/** An arrow as SVG, because the bundled font has no such character. */
export function ArrowTo() {
  return (
    // The visually hidden text stays beside the arrow; placed elsewhere it would widen the page.
    <span className="relative">
      <svg viewBox="0 0 16 10" aria-hidden="true" className="mx-1.5 inline-block h-[0.6em] align-baseline">
        <path d="M0 5h14M10 1l4.4 4L10 9" fill="none" stroke="currentColor" strokeWidth="1.4" />
      </svg>
      <span className="sr-only"> to </span>
    </span>
  );
}
