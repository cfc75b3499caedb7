import { SeenBySession } from '#app/components/strips/SeenBySession.tsx';
import { useStripSpan } from '#app/components/strips/span.ts';
import { TimeAxis } from '#app/components/strips/TimeAxis.tsx';

export function SessionHistory({ slug, note = '' }: { readonly slug: string; readonly note?: string }) {
  const { from, to } = useStripSpan();
  return (
    <div className="mt-4 mb-3 flex min-h-[111px] flex-col max-md:min-h-[135px] justify-end">
      <p className="caption mb-2 text-text-2">{note}</p>
      <SeenBySession slug={slug} label="Overall status" height={30} />
      <TimeAxis from={from} to={to} />
    </div>
  );
}
