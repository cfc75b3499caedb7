/**
 * A ≠ sign in place of the mark of a good state that other data contradict. It is hidden from screen readers:
 * the caller puts the sentence that states the contradiction beside it.
 */
export function ContradictionSign({
  size = 12,
  className = '',
}: {
  readonly size?: number;
  readonly className?: string;
}) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      className={`shrink-0 text-text ${className}`}
    >
      <path d="M1.5 5.4h13M1.5 10.6h13M12.4 1.2 3.6 14.8" />
    </svg>
  );
}
