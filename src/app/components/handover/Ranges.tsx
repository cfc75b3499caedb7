import { Link } from 'react-router';
import { useHostTimed } from '#app/ui/time/clock.ts';
import { namedRanges } from '#domain/history/named-ranges.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { pathOf } from './addresses.ts';

const minute = 60_000;

/** Links to the ranges of a shift, and to the ranges before and after the shown one. */
export function Ranges({
  slug,
  range,
  zone,
}: {
  readonly slug: string | null;
  readonly range: Window;
  readonly zone: string;
}) {
  const now = useHostTimed((time) => Math.floor(time / minute) * minute);
  const length = range.to - range.from;
  const neighbours = [
    { name: 'Earlier', from: range.from - length, to: range.from },
    { name: 'Later', from: range.to, to: range.to + length },
  ].filter(({ from }) => from < now);
  return (
    <nav aria-label="Ranges" className="flex flex-wrap gap-2">
      {[...namedRanges(now, zone), ...neighbours].map((each) => (
        <Link
          key={each.name}
          to={pathOf(slug, each, zone)}
          aria-current={each.from === range.from && each.to === range.to ? 'page' : undefined}
          className="control inline-flex items-center max-md:min-h-11"
        >
          {each.name}
        </Link>
      ))}
    </nav>
  );
}
