import { useEffect } from 'react';
import { Confirmed } from '#app/components/freshness/freshness-context.tsx';
import { useRecord } from '#app/components/history/use-record.ts';
import { Sentence } from '#app/components/lists/Sentence.tsx';
import { useShownContradictions } from '#app/components/severity/Contradictions.tsx';
import { StatusGlyph } from '#app/components/severity/StatusGlyph.tsx';
import { recordedTimes, sinceInWords } from '#app/components/strips/since.ts';
import { useRecentChangesOf } from '#app/queries/history/recent.ts';
import { now, onHostClock, useHostTimed } from '#app/ui/time/clock.ts';
import type { Contradiction } from '#domain/contradictions/contradictions.ts';
import { type Bracket, openContradiction, type Since } from '#domain/history/since/chosen-since.ts';
import { textOf } from '#domain/sentences/clause.ts';
import { formatClock, formatExact } from '#domain/text/format.ts';
import type { SceneProps } from '../context.ts';

const lineUnits = 46;
const mostLines = (isPortrait: boolean) => (isPortrait ? 3 : 2);
/** Widths of a letter of the sentence, of the mark, and of the start time, in wall units (scaled pixels). */
const widths = { letter: 17.5, mark: 50, since: 460 } as const;

/**
 * Returns the height of a sentence in wall units (scaled pixels). If `isDated`, a portrait screen has the
 * start time below the sentence, other screens beside it.
 */
export function heightOf(sentence: string, { width, isPortrait }: SceneProps['room'], isDated = true): number {
  const beside = width - 144 - (isDated ? widths.mark + (isPortrait ? 0 : widths.since) : 0);
  const lines = Math.min(mostLines(isPortrait), Math.ceil((sentence.length * widths.letter) / beside));
  return lineUnits * (lines + (isDated && isPortrait ? 1 : 0));
}

function tenseInWords(asOf: number | null, zone: string): string {
  return asOf === null ? '' : `As last read at ${formatClock(asOf, zone)}: `;
}

export function heightsOf(
  found: ReturnType<typeof useShownContradictions>['found'],
  room: SceneProps['room'],
): readonly number[] {
  return found.map(({ contradiction, asOf }) =>
    heightOf(tenseInWords(asOf, 'UTC') + textOf(contradiction.sentence), room),
  );
}

/**
 * When this screen first saw each contradiction, in milliseconds of its own clock: by slug of the deployment,
 * then by contradiction. A contradiction that is over is removed.
 */
const firstSeen = new Map<string, ReadonlyMap<string, number>>();

function keyOf({ kind, id }: Contradiction): string {
  return `${kind} ${id}`;
}

/** Stores when each contradiction of a deployment began, whatever scene is shown. Renders nothing. */
export function WatchContradictions({ deployment }: Pick<SceneProps, 'deployment'>) {
  const { slug } = deployment;
  const { found } = useShownContradictions(deployment);
  const keys = JSON.stringify(found.map(({ contradiction }) => keyOf(contradiction)));
  useEffect(() => {
    const before = firstSeen.get(slug);
    const seen = JSON.parse(keys) as readonly string[];
    firstSeen.set(slug, new Map(seen.map((key) => [key, before?.get(key) ?? now()])));
  }, [slug, keys]);
  return null;
}

/**
 * Returns the subject of a contradiction in the history record; `null` for contradictions between API
 * versions, which are not recorded.
 */
function subjectOf({ kind, subject, name }: Contradiction, slug: string) {
  if (kind === 'versions') return null;
  return { kind: subject === 'status' ? ('deployment' as const) : subject, key: name ?? slug };
}

/**
 * Reads the start times of the shown contradictions from the history record, in their order; `null` if
 * unknown.
 */
function useRecordedTimes(
  slug: string,
  shown: readonly Contradiction[],
  found: readonly Contradiction[],
): readonly (Bracket | null)[] {
  const { isThere } = useRecord(slug);
  const all = found.map((each) => JSON.stringify(subjectOf(each, slug)));
  const subjects = shown.flatMap((each) => {
    const subject = subjectOf(each, slug);
    // The history record cannot distinguish two contradictions of one subject.
    const isAlone = all.filter((other) => other === JSON.stringify(subject)).length === 1;
    return subject && isAlone ? [{ ...subject, of: each }] : [];
  });
  const changes = useRecentChangesOf(slug, subjects, isThere);
  return shown.map((each) => {
    const { data = [] } = changes[subjects.findIndex(({ of }) => of === each)] ?? {};
    return openContradiction(data);
  });
}

/** Lists the contradictions of a deployment, worst first, with their start times. */
export function Contradicted({
  deployment,
  settings,
  unit,
  room,
  contradictions: { found, sources },
  most,
}: Pick<SceneProps, 'deployment' | 'settings' | 'unit' | 'room'> & {
  readonly contradictions: ReturnType<typeof useShownContradictions>;
  readonly most: number;
}) {
  const shown = found.slice(0, most);
  const recorded = useRecordedTimes(
    deployment.slug,
    shown.map(({ contradiction }) => contradiction),
    found.map(({ contradiction }) => contradiction),
  );
  const timeOf = ({ contradiction }: (typeof shown)[number], index: number): Since | null => {
    const start = recorded[index];
    if (start) return { ...start, before: start.notBefore === null };
    const from = firstSeen.get(deployment.slug)?.get(keyOf(contradiction));
    return from === undefined ? null : { from: onHostClock(from), before: true };
  };
  const since = useHostTimed((now) =>
    shown
      .map((each, index) => timeOf(each, index) ?? { from: now, before: true })
      .map((time) => sinceInWords(time, now, settings.zone).since)
      .join('\n'),
  ).split('\n');
  const more = found.length - shown.length;
  if (shown.length === 0) return null;
  return (
    <Confirmed feeds={sources.map(({ feed }) => feed)}>
      <ul aria-label="Contradictions" className="wall-component m-0 list-none p-0">
        {shown.map(({ contradiction, asOf }, index) => (
          <li key={keyOf(contradiction)} className="wall-contradiction">
            <StatusGlyph severity={contradiction.severity} size={unit * 30} tight={false} />
            <span className="line-clamp-2" style={{ WebkitLineClamp: mostLines(room.isPortrait) }}>
              {tenseInWords(asOf, settings.zone)}
              <Sentence clauses={contradiction.sentence} />
            </span>
            <span
              className="whitespace-nowrap text-text-2"
              {...recordedTimes(timeOf({ contradiction, asOf }, index))}
            >
              {since[index]}
              {more > 0 && index === shown.length - 1 && `, and ${formatExact(more)} more`}
            </span>
          </li>
        ))}
      </ul>
    </Confirmed>
  );
}
