import { type ReactNode, useId } from 'react';
import type { Source } from '#app/queries/source.ts';
import { RenderGuard } from '#app/ui/loading/RenderGuard.tsx';
import { useSecond } from '#app/ui/time/clock.ts';
import { usePast } from '#app/ui/time/moment.ts';
import { wasKnown } from '#domain/answer/freshness.ts';
import { Verbatim } from '../fields/Verbatim.tsx';
import { FreshnessMark, isDated, nextTry } from './FreshnessMark.tsx';
import { Confirmed, FreshnessProvider, useFreshness } from './freshness-context.tsx';

export function Skeleton() {
  return (
    <div aria-hidden="true" className="skeleton py-2">
      {[90, 76, 62].map((share) => (
        <div key={share} className="mb-3 h-3 bg-s2" style={{ width: `${share}%` }} />
      ))}
    </div>
  );
}

/**
 * Says that the deployment does not offer an endpoint. It is not styled as a fault. On a page of the past: that the
 * history has nothing of it for the moment.
 */
export function NotOffered({ path }: { readonly path: string }) {
  const past = usePast();
  if (past) return <past.NotRecorded path={path} />;
  return (
    <div className="py-3 text-text-2">
      <p className="font-semibold text-text">Not offered</p>
      <p>
        This deployment doesn’t offer <span className="mono">{path}</span>.
      </p>
      <p className="no-fault">This isn’t a fault.</p>
    </div>
  );
}

export function EmptyState({
  children,
  action,
}: {
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="py-4 text-text-2">
      <p className="mb-2">{children}</p>
      {action}
    </div>
  );
}

/** Shows the failure of a source that was never read, and when it is requested next. */
export function NeverRead({ source }: { readonly source: Source<unknown> }) {
  useSecond();
  const { failure } = source.feed;
  if (!failure) return <Skeleton />;
  return (
    <div role="group" aria-label="Could not be read" className="py-3 text-text-2">
      <p className="font-semibold text-text">
        {source.availability === 'refused' ? 'Refused' : 'Could not be read'}: {failure.summary}
      </p>
      <p>
        <span className="mono">{source.path}</span> has never answered here
        {failure.detail && (
          <>
            : <Verbatim>{failure.detail.replace(/\.$/, '')}</Verbatim>
          </>
        )}
        . <span className="when-sighted">{nextTry(source.feed)}</span>
      </p>
    </div>
  );
}

/** Returns the placeholder of a panel before its first data; `null` if every source has been read. */
function faceOf(sources: readonly Source<unknown>[]): ReactNode {
  const missing = sources.find((source) => source.availability === 'not-offered');
  if (missing) return <NotOffered path={missing.path} />;
  const failed = sources.find((source) => source.feed.answer === null && source.feed.failure !== null);
  if (failed) return <NeverRead source={failed} />;
  return sources.some((source) => source.feed.answer === null) ? <Skeleton /> : null;
}

/**
 * A titled section with data of its own. It has four states: waiting, failed, not offered, read. It shows the
 * freshness of its sources, and a render error inside it does not reach other panels.
 */
export function Panel({
  title,
  note,
  aside,
  sources,
  also = [],
  ageStands = 'below',
  inBand = false,
  className = '',
  children,
}: {
  readonly title: string;
  readonly note?: ReactNode;
  readonly aside?: ReactNode;
  /** Sources that must have been read before the panel shows its content. */
  readonly sources: readonly Source<unknown>[];
  readonly also?: readonly Source<unknown>[];
  /**
   * Where the age of old data is shown: `below` the panel's content, or `above` it by the page, once for
   * several panels of the same feed.
   */
  readonly ageStands?: 'below' | 'above';
  /** Whether the panel is in a row of charts. The heading of that row shows the age of the data. */
  readonly inBand?: boolean;
  /** CSS classes. They may set the final height of the panel as `[--room:…]`. */
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  const feeds = [...sources, ...also.filter((source) => source.feed.answer)].map((source) => source.feed);
  const face = faceOf(sources);
  return (
    <Confirmed feeds={feeds} as="section" className={`panel min-w-0 ${className}`}>
      <header
        className={`flex items-baseline justify-between gap-x-4 ${inBand ? 'whitespace-nowrap' : 'min-h-8 flex-wrap border-b border-line-strong pb-1'}`}
      >
        <h2 id={id} className={`section-title ${inBand ? 'truncate text-[12px] leading-[18px]' : ''}`}>
          {title}
          {note !== undefined && <span className="caption ml-2.5 font-normal">{note}</span>}
        </h2>
        {aside !== undefined && <div className="caption text-text-2">{aside}</div>}
      </header>
      {face ?? <RenderGuard name={title}>{children}</RenderGuard>}
      {face === null && !inBand && ageStands === 'below' && <StaleNote feeds={feeds} />}
    </Confirmed>
  );
}

function StaleNote({ feeds }: { readonly feeds: Parameters<typeof FreshnessMark>[0]['feeds'] }) {
  const freshness = useFreshness(feeds);
  // A page of the past has its moment in the bar above, so a panel repeats it only for what was not fully known.
  if (!isDated(freshness) || (freshness === 'past' && feeds.every(wasKnown))) return null;
  return (
    <FreshnessProvider value={freshness}>
      <p className="hatch-foot pt-2 pb-3 text-[12px]">
        <FreshnessMark feeds={feeds} words="all" />
      </p>
    </FreshnessProvider>
  );
}
