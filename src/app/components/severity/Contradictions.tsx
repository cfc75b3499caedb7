import { Link } from 'react-router';
import { useTimed } from '#app/ui/time/clock.ts';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import { confirmedAt, freshnessOf, worstFreshness } from '#domain/answer/freshness.ts';
import type { Contradiction } from '#domain/contradictions/contradictions.ts';
import { tenseOf } from '#domain/contradictions/contradictions.ts';
import { compareSeverities } from '#domain/figures/severity-counts.ts';
import { exact, weakestClaim } from '#domain/lists/claim.ts';
import { formatDuration, formatExact, formatTime } from '#domain/text/format.ts';
import { Confirmed, useOutOfContact } from '../freshness/freshness-context.tsx';
import { Panel } from '../freshness/Panel.tsx';
import { Count } from '../lists/Count.tsx';
import { Sentence } from '../lists/Sentence.tsx';
import { addressOfRows } from './rows-behind.ts';
import { StatusGlyph } from './StatusGlyph.tsx';
import { type Check, useContradictions } from './use-contradictions.ts';

const shown = 6;

/** Returns the contradictions to show now, worst first, with the sources that they compare. */
export function useShownContradictions(deployment: Deployment, kinds?: readonly Contradiction['kind'][]) {
  const checks = useContradictions(deployment).filter(
    (check) => check.found.length > 0 && kinds?.includes(check.kind) !== false,
  );
  const isLost = useOutOfContact();
  const tenses = useTimed((now) =>
    checks
      .map(({ sources }) => worstFreshness(sources.map(({ feed }) => freshnessOf(feed, now))))
      .map((freshness) => tenseOf(isLost ? 'lost' : freshness))
      .join(' '),
  ).split(' ');
  const visible = checks.flatMap((check, index) => {
    const tense = tenses[index];
    return tense === 'now' || tense === 'then' ? [{ ...check, isPast: tense === 'then' }] : [];
  });
  const found = visible
    .flatMap(({ found, sources, isPast }) =>
      found.map((contradiction) => ({ contradiction, asOf: isPast ? readAt(sources) : null })),
    )
    .toSorted((a, b) => compareSeverities(a.contradiction.severity, b.contradiction.severity));
  const sources = [
    ...new Map(visible.flatMap((check) => check.sources).map((source) => [source.path, source])).values(),
  ];
  return { found, visible, sources };
}

export function Contradictions({
  deployment,
  kinds,
  className,
}: {
  readonly deployment: Deployment;
  /** Kinds of contradiction that this page shows; all kinds if absent. */
  readonly kinds?: readonly Contradiction['kind'][];
  readonly className?: string;
}) {
  const { found, visible, sources } = useShownContradictions(deployment, kinds);
  if (found.length === 0) return null;
  const claim = weakestClaim(
    found.flatMap(({ contradiction }) => contradiction.sentence.flatMap((clause) => clause.claim ?? exact)),
  );
  return (
    <Panel
      title="Contradictions"
      note={<Count value={found.length} claim={claim} />}
      aside={apart(visible)}
      sources={sources}
      {...(className === undefined ? {} : { className })}
    >
      <ul aria-label="Contradictions" className="m-0 list-none p-0">
        {found.slice(0, shown).map(({ contradiction, asOf }) => (
          <li
            key={`${contradiction.kind} ${contradiction.id}`}
            className="grid grid-cols-[0.8rem_1fr] items-baseline gap-2.5 border-b border-line py-1.5"
          >
            <StatusGlyph severity={contradiction.severity} size={11} className="translate-y-px" />
            <Link to={addressOfRows(contradiction.rows, deployment.slug)} className="link wrap-anywhere">
              {asOf !== null && `As last read at ${formatTime(asOf)} UTC: `}
              <Sentence clauses={contradiction.sentence} />
            </Link>
          </li>
        ))}
      </ul>
      {found.length > shown && <p className="caption pt-1.5">and {formatExact(found.length - shown)} more</p>}
    </Panel>
  );
}

const inTitleLine = 2;

/**
 * The worst contradictions, in one line beside the page title, so that no content shifts. The status page
 * shows all of them.
 */
export function WorstContradictions({
  deployment,
  kinds,
}: {
  readonly deployment: Deployment;
  readonly kinds: readonly Contradiction['kind'][];
}) {
  const { found, sources } = useShownContradictions(deployment, kinds);
  const more = found.length - inTitleLine;
  if (found.length === 0) return null;
  return (
    <Confirmed
      feeds={sources.map(({ feed }) => feed)}
      className="flex min-w-48 flex-1 basis-48 items-baseline gap-x-4 max-md:hidden"
    >
      <ul aria-label="Contradictions" className="m-0 flex min-w-0 list-none gap-x-4 p-0">
        {found.slice(0, inTitleLine).map(({ contradiction, asOf }) => (
          <li key={`${contradiction.kind} ${contradiction.id}`} className="flex min-w-0 items-baseline gap-2">
            <StatusGlyph severity={contradiction.severity} size={11} className="shrink-0" />
            <Link to={addressOfRows(contradiction.rows, deployment.slug)} className="link truncate">
              {asOf !== null && `As last read at ${formatTime(asOf)} UTC: `}
              <Sentence clauses={contradiction.sentence} />
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Link to={paths.status(deployment.slug)} className="link shrink-0 text-text-2">
          and {formatExact(more)} more
        </Link>
      )}
    </Confirmed>
  );
}

function readTimes(sources: Check['sources']): readonly number[] {
  return sources.flatMap(({ feed }) => (feed.answer ? [confirmedAt(feed.answer)] : []));
}

/**
 * Returns when the oldest response of `sources` was confirmed, epoch milliseconds. Shown for contradictions
 * that are not fresh.
 */
function readAt(sources: Check['sources']): number {
  return Math.min(...readTimes(sources));
}

/**
 * States how far apart the compared responses were read. They may differ only because of the time between
 * them.
 */
function apart(checks: readonly Check[]): string {
  const gaps = checks.map(({ sources }) => Math.max(...readTimes(sources)) - readAt(sources));
  return `read within ${formatDuration(Math.max(1000, ...gaps))} of each other`;
}
