import { useNavigate } from 'react-router';
import { RangeFields } from '#app/components/history/RangeFields.tsx';
import type { Window } from '#domain/history/spans/shares.ts';
import { pathOf } from './addresses.ts';
import { Ranges } from './Ranges.tsx';

/** Choices of the range of a handover. @param props.slug - its deployment; `null` for all deployments. */
export function ChooseHandover({
  slug,
  range,
  zone,
}: {
  readonly slug: string | null;
  readonly range: Window;
  readonly zone: string;
}) {
  const navigate = useNavigate();
  return (
    <div className="no-print flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line-strong pt-2.5">
      <Ranges slug={slug} range={range} zone={zone} />
      <RangeFields range={range} zone={zone} onChoose={(chosen) => void navigate(pathOf(slug, chosen, zone))} />
    </div>
  );
}
