import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePlotArea } from 'recharts';
import { ReadoutText } from '#app/charts/Plot.tsx';
import { BucketName } from '#app/components/fields/BucketName.tsx';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { paths } from '#app/url/paths.ts';
import type { Bucket } from '#contract/resources.ts';
import type { Listing } from '#domain/lists/listing.ts';
import { nearestPoint, type ScatterPoints } from '#domain/numbers/scatter-points.ts';
import { formatBytes, formatCount } from '#domain/text/format-figures.ts';
import { useScales } from './Dots.tsx';

/** Maximum distance in pixels at which the pointer selects a dot. */
const reach = 16;

/**
 * Marks the dot under the pointer or chosen by arrow keys, by default the largest bucket, and shows its
 * bucket above the plot. As a separate component it renders alone when the pointer moves.
 */
export function ChosenDot({
  scatter,
  listing,
  repeated,
  slug,
}: {
  readonly scatter: ScatterPoints;
  readonly listing: Listing<Bucket>;
  readonly repeated: ReadonlySet<string>;
  readonly slug: string;
}) {
  const navigate = useNavigate();
  const plot = usePlotArea();
  const scales = useScales();
  const [chosen, choose] = useState<number | null>(null);
  const point = chosen !== null && chosen < scatter.x.length ? chosen : 0;
  const bucket = useBucketAt(listing, scatter.rows[point] ?? 0);
  if (!plot || !scales) return null;
  const { toLeft, toTop } = scales;
  const open = () => {
    if (bucket?.id != null && bucket.id !== '') void navigate(paths.bucket(slug, bucket.id));
  };
  const step = (by: number) => {
    const next = chosen === null ? 0 : point + by;
    choose(Math.max(0, Math.min(scatter.x.length - 1, next)));
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Enter: open,
    Escape: () => choose(null),
  };
  const act = (event: KeyboardEvent) => {
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  const chooseNearest = (event: MouseEvent<SVGRectElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = { left: plot.x + event.clientX - box.left, top: plot.y + event.clientY - box.top };
    choose(nearestPoint(scatter, at, toLeft, toTop, reach));
  };
  return (
    <>
      <g
        role="group"
        tabIndex={0}
        aria-label="Buckets from the largest to the smallest: left and right move, Enter opens"
        onKeyDown={act}
        onBlur={() => choose(null)}
      >
        <circle
          cx={toLeft(scatter.x[point] ?? 0)}
          cy={toTop(scatter.y[point] ?? 0)}
          r={4.5}
          fill="none"
          stroke="var(--text)"
          strokeWidth={1.4}
        />
        <rect
          x={plot.x}
          y={plot.y}
          width={plot.width}
          height={plot.height}
          fill="transparent"
          className="cursor-pointer"
          onMouseMove={chooseNearest}
          onMouseLeave={() => choose(null)}
          onClick={open}
        />
      </g>
      <ReadoutText>
        {bucket && (
          <>
            <b className="font-[580] text-text">
              <BucketName bucket={bucket} repeated={repeated} />
            </b>
            , {chosen === null ? 'the largest listed, ' : ''}
            {formatCount(bucket.objects)} objects, {formatBytes(bucket.bytes)}
          </>
        )}
      </ReadoutText>
    </>
  );
}

function useBucketAt(listing: Listing<Bucket>, position: number): Bucket | null {
  const found = useListingResult(listing, `row ${position}`, async (list) => {
    const rows = await list.rows({});
    return { position, row: (await rows.slice(position, position + 1))[0] ?? null };
  });
  return found?.position === position ? found.row : null;
}
