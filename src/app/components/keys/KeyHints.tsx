import { KeyCap } from './KeyCap.tsx';

export interface KeyHint {
  readonly keys: readonly string[];
  readonly does: string;
}

export function KeyHints({
  hints,
  className,
}: {
  readonly hints: readonly KeyHint[];
  readonly className: string;
}) {
  return (
    <span className={`items-center text-text-2 ${className}`}>
      {hints.map(({ keys, does }) => (
        <span key={does} className="inline-flex items-center gap-1">
          {keys.map((key) => (
            <KeyCap key={key}>{key}</KeyCap>
          ))}{' '}
          {does}
        </span>
      ))}
    </span>
  );
}
