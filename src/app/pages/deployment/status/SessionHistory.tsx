import { TimeAxis } from '../../../components/TimeAxis.tsx';
import { Strip } from '../../../session/Strip.tsx';
import { useStripSpan } from '../../../session/span.ts';

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
