import { Verbatim } from '#app/components/fields/Verbatim.tsx';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { StatusWord } from '#app/components/severity/StatusWord.tsx';
import { CoverageOverTime } from '#app/components/timeline/CoverageOverTime.tsx';
import { StripOverTime } from '#app/components/timeline/StripOverTime.tsx';
import { NoTimeline, Timeline, WaitingRows } from '#app/components/timeline/Timeline.tsx';
import { useTimeline } from '#app/components/timeline/use-timeline.ts';
import { useNodeChanges, useRegionCapacity } from '#app/queries/history/subjects.ts';
import { useListingResult } from '#app/queries/use-listing-result.ts';
import { changedNodes, movesOf, stripFromSpans } from '#domain/history/timeline.ts';
import { CapacityOverTime, Moves } from './CapacityOverTime.tsx';
import { ChangedNodes, Others } from './ChangedNodes.tsx';
import type { RegionProps } from './use-region.ts';

/** Maximum number of nodes of the region that the timeline reads. */
const mostNodes = 20_000;

export default function RegionTimeline({ deployment, details }: RegionProps) {
  const { slug } = deployment;
  const { code, region, state, nodes, lists } = details;
  const timeline = useTimeline(slug, 'region', code);
  const { range, window, isThere, coverage, knownUntil, spans: own = [], onRead } = timeline;
  const changes = useNodeChanges(slug, window, isThere).value;
  const capacity = useRegionCapacity(slug, code, window, isThere).value;
  const rows = useListingResult(nodes.listing, `timeline ${code}`, async (list) =>
    (await list.rows(nodes.within)).slice(0, mostNodes),
  );
  const feeds = [...lists.offered.map(({ source }) => source), nodes.source]
    .map(({ feed }) => feed)
    .filter(({ answer }) => answer);
  if (!coverage) return <NoTimeline failure={timeline.failure} heights={[26, 36, 24, 24, 52, 30]} />;
  const subject = stripFromSpans(own, { data: coverage, knownUntil }, window);
  const ofRegion = own[0]?.endpoint ?? '/api/v2/regions';
  const ids = new Set((rows ?? []).flatMap(({ id }) => id ?? []));
  const changed = changes && rows ? changedNodes(changes.data, code, ids, window) : null;
  const ofNodes = nodes.source.path;
  return (
    <Confirmed feeds={feeds}>
      <Timeline
        range={range}
        onRange={timeline.onRange}
        window={window}
        coverage={coverage}
        endpoint={ofRegion}
        leftOut={subject?.leftOut}
        read={timeline.read}
      >
        <CoverageOverTime window={window} coverage={coverage} endpoint={ofRegion} of="regions" />
        <StripOverTime
          kind="region"
          subject={subject}
          coverage={coverage}
          window={window}
          label={code.slice(0, 80)}
          height={36}
          strip={24}
          onRead={onRead}
          name={
            <>
              {state && <StatusGlyph severity={state.severity} size={12} />}
              <b className="truncate font-semibold">
                <Verbatim>{region?.name ?? code}</Verbatim>
              </b>
              {state && <StatusWord state={state} className="truncate" />}
            </>
          }
        />
        {changed && rows ? (
          <>
            <ChangedNodes
              deployment={deployment}
              changed={changed}
              rows={rows}
              window={window}
              coverage={{ data: coverage, knownUntil }}
              onRead={onRead}
            />
            <Others
              deployment={deployment}
              code={code}
              changed={changed}
              rows={rows}
              isCut={changes?.more != null}
            />
          </>
        ) : (
          <WaitingRows heights={[24, 24]} />
        )}
        <CapacityOverTime
          points={capacity?.data ?? []}
          unit={capacity?.unit ?? ''}
          window={window}
          coverage={coverage}
          endpoint={ofNodes}
        />
        <Moves
          slug={slug}
          moves={changes ? movesOf(changes.data, code) : []}
          window={window}
          coverage={coverage}
          endpoint={ofNodes}
        />
      </Timeline>
    </Confirmed>
  );
}
