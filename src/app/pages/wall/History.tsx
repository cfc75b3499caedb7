import { Strip } from '#app/components/strips/Strip.tsx';
import { useStripSpan } from '#app/components/strips/span.ts';
import { formatTime } from '#domain/text/format.ts';
import type { SceneProps } from './context.ts';

/** What this screen saw of a deployment, with the times it spans. */
export function History({
  deployment,
  settings,
  unit,
  height,
  hasAxis = true,
}: Pick<SceneProps, 'deployment' | 'settings' | 'unit'> & {
  /** Units. */
  readonly height: number;
  readonly hasAxis?: boolean;
}) {
  const { from, to } = useStripSpan();
  return (
    <div className="wall-history">
      <Strip
        slug={deployment.slug}
        label="Overall status"
        height={Math.round(unit * height)}
        scale={Math.max(1, unit)}
      />
      {hasAxis && (
        <div className="wall-floor flex justify-between">
          <span>{formatTime(from, settings.zone)}</span>
          <span>{formatTime((from + to) / 2, settings.zone)}</span>
          <b className="font-semibold text-text">now</b>
        </div>
      )}
    </div>
  );
}
