import { Strip } from '#app/components/strips/Strip.tsx';
import { useStripSpan } from '#app/components/strips/span.ts';
import { TimeAxis } from '#app/components/strips/TimeAxis.tsx';

/** What this session saw of the deployment as a whole. */
export function SessionHistory({ slug }: { readonly slug: string }) {
  const { from, to } = useStripSpan();
  return (
    <div className="mt-4 mb-3">
      <Strip slug={slug} label="Overall status" height={30} />
      <div className="mt-1">
        <TimeAxis from={from} to={to} />
      </div>
    </div>
  );
}
