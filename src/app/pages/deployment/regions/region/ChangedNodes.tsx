import { Link } from 'react-router';
import { RegionCode } from '#app/components/fields/RegionCode.tsx';
import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { useRecord } from '#app/components/history/use-record.ts';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { StripOverTime } from '#app/components/timeline/StripOverTime.tsx';
import { TimelineRow } from '#app/components/timeline/Timeline.tsx';
import { useSpansOf } from '#app/queries/history/subjects.ts';
import { paths } from '#app/url/paths.ts';
import type { Deployment } from '#contract/host.ts';
import type { Node } from '#contract/resources.ts';
import type { Window } from '#domain/history/spans/shares.ts';
import { worstSpans } from '#domain/history/spans/worst-spans.ts';
import { type ChangedNode, type KnownCoverage, stripFromSpans } from '#domain/history/timeline.ts';
import { stateOf } from '#domain/severity/classify.ts';
import { isGood, type Severity, severityRank } from '#domain/severity/severity.ts';
import { leadingRows } from '#domain/severity/worst-first.ts';
import { formatExact, plural } from '#domain/text/format.ts';

const mostShown = 8;

interface Shown {
  readonly node: ChangedNode;
  /** Present severity of the node; `null` if it is no longer in the region. */
  readonly severity: Severity | null;
}

/** Returns the changed nodes to show: the worst present states first, then the latest changes. */
function chosen(
  changed: readonly ChangedNode[],
  rows: readonly Node[],
  { words }: Deployment,
): readonly Shown[] {
  const states = new Map(
    [...leadingRows(rows, ({ id }) => id, words)].map(([id, row]) => [id, stateOf(row, words).severity]),
  );
  return changed
    .map((node) => ({ node, severity: states.get(node.key) ?? null }))
    .toSorted((a, b) => rankOf(b) - rankOf(a) || b.node.changedAt - a.node.changedAt)
    .slice(0, mostShown);
}

function rankOf({ severity }: Shown): number {
  return severity === null ? -1 : severityRank[severity];
}

/** Strips of the nodes that changed, each from the time when the node moved into the region until it left. */
export function ChangedNodes({
  deployment,
  changed,
  rows,
  window,
  coverage,
  onRead,
}: {
  readonly deployment: Deployment;
  readonly changed: readonly ChangedNode[];
  readonly rows: readonly Node[];
  readonly window: Window;
  readonly coverage: KnownCoverage;
  readonly onRead: (words: string | null) => void;
}) {
  const { slug } = deployment;
  const { isThere } = useRecord(slug);
  const shown = chosen(changed, rows, deployment);
  const spans = useSpansOf(
    slug,
    'node',
    shown.map(({ node }) => node.key),
    window,
    isThere,
  );
  return shown.map(({ node: { key, within, movedTo }, severity }, index) => {
    const own = worstSpans(spans[index]?.value?.data ?? []);
    const left = `${((within.to - window.from) / (window.to - window.from)) * 100}%`;
    return (
      <StripOverTime
        key={key}
        kind="node"
        subject={stripFromSpans(own, coverage, window, within)}
        coverage={coverage.data}
        window={window}
        label={key.slice(0, 80)}
        height={24}
        strip={16}
        onRead={onRead}
        name={
          <>
            {severity === null ? (
              <span aria-hidden="true" className="w-2.5 text-center text-text-3">
                →
              </span>
            ) : (
              <StatusGlyph severity={severity} size={10} />
            )}
            <Link to={paths.node(slug, key)} className="link mono truncate text-[12px]">
              <Verbatim>{key}</Verbatim>
            </Link>
          </>
        }
        beside={
          movedTo && (
            <span
              className="pointer-events-none absolute top-0 ml-2 text-[11px] leading-4 whitespace-nowrap text-text-2"
              style={{ left }}
            >
              {movedTo.other === null ? (
                'in no region from then on'
              ) : (
                <>
                  in <RegionCode code={movedTo.other} /> from here on
                </>
              )}
            </span>
          )
        }
      />
    );
  });
}

export function Others({
  deployment,
  code,
  changed,
  rows,
  isCut,
}: {
  readonly deployment: Deployment;
  readonly code: string;
  readonly changed: readonly ChangedNode[];
  readonly rows: readonly Node[];
  /** Whether the response did not contain all changes. */
  readonly isCut: boolean;
}) {
  const { slug, words } = deployment;
  const moved = new Set(changed.map(({ key }) => key));
  const still = rows.filter(({ id }) => id === null || !moved.has(id));
  const hidden = Math.max(0, changed.length - mostShown);
  const count = still.length + hidden;
  if (count === 0) return null;
  const bad = still.filter((row) => !isGood(stateOf(row, words).severity)).length;
  const clauses = [
    hidden > 0 ? `${hidden === count ? 'All' : formatExact(hidden)} of them changed as well` : '',
    isCut ? 'none of the newest 1,000 changes is theirs' : '',
    bad > 0
      ? `${plural(bad, 'one is', 'are')} not operational all the time`
      : hidden === 0 && !isCut
        ? 'good whenever observed'
        : '',
  ].filter((part) => part !== '');
  return (
    <TimelineRow
      of="others"
      height={24}
      name={
        <>
          {bad > 0 && <StatusGlyph severity="notice" size={10} />}
          <span className="text-text-2">{plural(count, 'other')}</span>
        </>
      }
    >
      <p className="caption text-text-2">
        {clauses.join('; ')}.{' '}
        <Link to={paths.nodes(slug, { region: code })} className="underline underline-offset-3">
          Show all {formatExact(rows.length)}
        </Link>
      </p>
    </TimelineRow>
  );
}
