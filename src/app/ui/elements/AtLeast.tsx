/**
 * The sign ≥, which screen readers read as "at least". It is an SVG, because the bundled font has no such
 * character.
 */
export function AtLeast() {
  return (
    <span className="relative">
      <svg
        viewBox="0 0 10 12"
        aria-hidden="true"
        className="mr-[0.18em] inline-block h-[0.62em] align-baseline text-text-2"
      >
        <path d="M1 1.6 8.6 5 1 8.4M1 11h7.6" fill="none" stroke="currentColor" strokeWidth="1.3" />
      </svg>
      <span className="sr-only">at least </span>
    </span>
  );
}
