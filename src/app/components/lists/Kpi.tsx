import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Source } from '#app/queries/source.ts';
import { useMoment } from '#app/ui/time/moment.ts';
import { freshnessThen } from '#domain/answer/freshness.ts';
import type { Claim } from '#domain/lists/claim.ts';
import { plural } from '#domain/text/format.ts';
import { FreshnessMark } from '../freshness/FreshnessMark.tsx';
import { FreshnessProvider, useFreshness } from '../freshness/freshness-context.tsx';
import { Claimed } from './Count.tsx';

export function Kpi({
  label,
  value,
  unit,
  claim,
  note,
  line,
  to,
  source,
}: {
  readonly label: string;
  /** The key figure as text; `undefined` while it is computed. */
  readonly value: string | undefined;
  readonly unit?: string | undefined;
  readonly claim: Claim | undefined;
  readonly note?: ReactNode;
  /** A sparkline beside the value, at most 60 pixels wide. */
  readonly line?: ReactNode;
  readonly to?: string;
  readonly source: Source<unknown>;
}) {
  const freshness = useFreshness([source.feed]);
  // In the past: not observed at that moment.
  const then = freshnessThen(source.feed, freshness);
  const old = then === 'late' || then === 'lost';
  const unread = source.feed.answer === null;
  const isPast = useMoment() !== null;
  return (
    <div data-freshness={freshness} className={`min-w-0 ${old ? 'hatch-foot' : ''}`}>
      <FreshnessProvider value={freshness}>
        <div className="text-[12.5px] leading-5 text-text-2">{label}</div>
        <div className="flex items-center justify-between gap-x-3">
          <div className="figure max-w-full shrink-0 truncate">
            {source.availability === 'not-offered' ? (
              <span className="block text-[15px] leading-[34px] font-[460] tracking-normal text-text-2">
                {isPast ? 'not recorded' : 'not offered'}
              </span>
            ) : unread || value === undefined || claim === undefined ? (
              freshness === 'waiting' || (isPast && source.feed.failure === null) || !unread ? (
                <span aria-hidden="true" className="mt-2 mb-2.5 block h-4 w-20 bg-s2" />
              ) : (
                <span className="text-text-3">–</span>
              )
            ) : (
              <FigureLink {...(to === undefined ? {} : { to })}>
                <Claimed claim={claim}>
                  {value}
                  {unit !== undefined && <span className="unit">{unit}</span>}
                </Claimed>
              </FigureLink>
            )}
          </div>
          {line !== undefined && <div className="min-w-0 basis-15">{line}</div>}
        </div>
        <div className="caption line-clamp-2 text-text-2 max-md:min-h-8">
          {source.availability === 'not-offered' ? (
            <span className="no-fault">{isPast ? 'up to this moment' : 'by this deployment'}</span>
          ) : old ? (
            <FreshnessMark feeds={[source.feed]} />
          ) : (
            <Note claim={claim} note={note} />
          )}
        </div>
      </FreshnessProvider>
    </div>
  );
}

function Note({ claim, note }: { readonly claim: Claim | undefined; readonly note: ReactNode }) {
  if (claim?.kind !== 'known-regions') return note ?? '\u00a0';
  return (
    <>
      <span aria-hidden="true">in {plural(claim.regions, 'known region')}</span>
      {note !== undefined && <>, {note}</>}
    </>
  );
}

function FigureLink({ to, children }: { readonly to?: string; readonly children: ReactNode }) {
  return to === undefined ? (
    children
  ) : (
    <Link to={to} className="link">
      {children}
    </Link>
  );
}

export function KpiRow({ children }: { readonly children: ReactNode }) {
  return (
    <div role="group" aria-label="Key figures" className="kpi-row border-y border-line">
      {children}
    </div>
  );
}
