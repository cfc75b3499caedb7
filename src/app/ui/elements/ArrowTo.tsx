/** An arrow, which screen readers read as "to". It is SVG, because the bundled font has no arrow. */
export function ArrowTo() {
  return (
    // The hidden text is positioned relative to this element. Elsewhere it would widen the page.
    <span className="relative">
      <svg viewBox="0 0 16 10" aria-hidden="true" className="mx-1.5 inline-block h-[0.6em] align-baseline">
        <path d="M0 5h14M10 1l4.4 4L10 9" fill="none" stroke="currentColor" strokeWidth="1.4" />
      </svg>
      <span className="sr-only"> to </span>
    </span>
  );
}
