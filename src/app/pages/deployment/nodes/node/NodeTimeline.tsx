import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { StatusWord } from '#app/components/severity/StatusWord.tsx';
import { CoverageOverTime } from '#app/components/timeline/CoverageOverTime.tsx';
import { StripOverTime } from '#app/components/timeline/StripOverTime.tsx';
import { NoTimeline, Timeline } from '#app/components/timeline/Timeline.tsx';
import { useTimeline } from '#app/components/timeline/use-timeline.ts';
import { useNodeChanges } from '#app/queries/history/subjects.ts';
import { stripFromSpans, type ValueSpan, valuesOver } from '#domain/history/timeline.ts';
import { rangeName } from '#domain/history/windows.ts';
import { stateOf } from '#domain/severity/classify.ts';
import { plural } from '#domain/text/format.ts';
import { PastFigures } from './PastFigures.tsx';
import { States } from './States.tsx';
import type { NodeProps } from './use-node-lists.ts';
import { ValueOverTime } from './ValueOverTime.tsx';

export default function NodeTimeline({ deployment, lookups, source, node }: NodeProps) {
  const { slug, words } = deployment;
  const id = node.id ?? '';
  const timeline = useTimeline(slug, 'node', id);
  const { range, window, isThere, coverage, knownUntil, spans: own } = timeline;
  const changes = useNodeChanges(slug, window, isThere, id);
  const changed = changes.value?.data;
  if (!coverage || !own || !changed)
    return <NoTimeline failure={timeline.failure ?? changes.failure} heights={[82, 62, 26, 54, 44, 44, 44]} />;
  const endpoint = own[0]?.endpoint ?? source.path;
  const subject = stripFromSpans(own, { data: coverage, knownUntil }, window);
  const state = stateOf(node, words);
  const first = changed.filter(({ occurrence }) => occurrence === 1);
  // Before the first poll nothing is known.
  const begin = Math.max(window.from, Date.parse(own[0]?.from ?? '') || window.from);
  const within = { from: begin, to: window.to };
  const regions = valuesOver(
    first.filter(({ type }) => type === 'moved'),
    node.pop,
    within,
  );
  const capacities = valuesOver(
    first.filter(({ type }) => type === 'capacity'),
    node.capacity,
    within,
  );
  const listed = own.map(
    ({ word, from, to, notBefore }, index): ValueSpan => ({
      from: Math.max(begin, Date.parse(from)),
      to: to === null ? window.to : Date.parse(to),
      value: word === null ? null : 'listed',
      hasBegin: index > 0,
      notBefore: notBefore === null ? null : Date.parse(notBefore),
    }),
  );
  const absences = own.filter(({ word }) => word === null).length;
  const place = (code: string) => lookups.places.get(code)?.name ?? null;
  const moves = regions.length - 1;
  const ofList = { window, coverage, endpoint };
  const bars = { ...ofList, leftOut: subject?.leftOut };
  return (
    <Confirmed feeds={[source.feed]}>
      {subject && (
        <PastFigures
          entry={subject.entry}
          spans={own}
          moves={regions}
          capacities={capacities}
          window={window}
          range={rangeName(range)}
          words={words}
        />
      )}
      <Timeline
        range={range}
        onRange={timeline.onRange}
        {...bars}
        read={timeline.read}
        note="outlined is not listed"
        className="mt-4"
      >
        <CoverageOverTime {...ofList} of="nodes" />
        <StripOverTime
          kind="node"
          subject={subject}
          coverage={coverage}
          window={window}
          label={id.slice(0, 80)}
          height={54}
          strip={36}
          onRead={timeline.onRead}
          name={
            <>
              <StatusGlyph severity={state.severity} size={12} />
              <b className="font-semibold">State</b>
              <StatusWord state={state} className="truncate" />
            </>
          }
        />
        <ValueOverTime
          {...bars}
          of="region"
          name="Region"
          note="as its row says"
          held={regions}
          absent="no region"
          beside={place}
          total={moves === 0 ? 'no move' : plural(moves, 'move')}
        />
        <ValueOverTime
          {...bars}
          of="capacity"
          name="Capacity"
          note="as sent"
          held={capacities}
          absent="not provided"
          total={capacities.length === 1 ? 'no change' : plural(capacities.length - 1, 'change')}
        />
        <ValueOverTime
          {...bars}
          of="listed"
          name="Listed"
          note="in a complete list"
          held={joinedListed(listed)}
          absent="not listed"
          total={absences === 0 ? 'no absence' : plural(absences, 'absence')}
        />
      </Timeline>
      <States spans={own} words={words} range={rangeName(range)} />
    </Confirmed>
  );
}

/** Merges adjacent intervals with the same value. */
function joinedListed(all: readonly ValueSpan[]): readonly ValueSpan[] {
  const joined: ValueSpan[] = [];
  for (const interval of all) {
    const last = joined.at(-1);
    if (last && last.value === interval.value) joined[joined.length - 1] = { ...last, to: interval.to };
    else joined.push(interval);
  }
  return joined;
}
