/** Progress bar with a text. If the maximum is unknown (`null`), only the text shows the progress. */
export function ProgressBar({
  label,
  value,
  most,
  text,
}: {
  readonly label: string;
  readonly value: number;
  readonly most: number | null;
  readonly text: string;
}) {
  const share = most !== null && most > 0 ? Math.min(1, value / most) : null;
  return (
    <span className="inline-flex items-center gap-3">
      <span
        role="progressbar"
        aria-label={label}
        aria-valuetext={text}
        {...(share === null ? {} : { 'aria-valuenow': value, 'aria-valuemin': 0, 'aria-valuemax': most ?? 0 })}
        className="inline-block h-1.5 w-48 overflow-hidden bg-s2"
      >
        {share !== null && <span className="block h-full bg-data" style={{ width: `${share * 100}%` }} />}
      </span>
      <span className="text-text-2">{text}</span>
    </span>
  );
}
