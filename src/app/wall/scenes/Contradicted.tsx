import { useEffect } from 'react';
import type { Contradiction } from '../../../domain/contradictions.ts';
import { formatClock, formatExact } from '../../../domain/format.ts';
import { now, useSecond } from '../../clock.ts';
import { Sentence, useToldContradictions } from '../../components/Contradictions.tsx';
import { StatusGlyph } from '../../components/StatusGlyph.tsx';
import { Vouched } from '../../components/vouching.tsx';
import type { SceneProps } from '../context.ts';

/** Units of a line. */
export const contradictedUnits = 50;

/** Deployment → contradiction → when this screen first saw it; forgotten once it is over. */
const firstSeen = new Map<string, ReadonlyMap<string, number>>();

function keyOf({ kind, id }: Contradiction): string {
  return `${kind} ${id}`;
}

/** Remembers since when each contradiction has been there, whatever scene has its turn. */
export function WatchContradictions({ deployment }: Pick<SceneProps, 'deployment'>) {
  const { slug } = deployment;
  const { found } = useToldContradictions(deployment);
  const keys = JSON.stringify(found.map(({ contradiction }) => keyOf(contradiction)));
  useEffect(() => {
    const before = firstSeen.get(slug);
    const seen = JSON.parse(keys) as readonly string[];
    firstSeen.set(slug, new Map(seen.map((key) => [key, before?.get(key) ?? now()])));
  }, [slug, keys]);
  return null;
}

/** What the answers of a deployment contradict each other in, the worst first, each since this screen saw it. */
export function Contradicted({
  deployment,
  settings,
  unit,
  told: { found, sources },
  most,
}: Pick<SceneProps, 'deployment' | 'settings' | 'unit'> & {
  readonly told: ReturnType<typeof useToldContradictions>;
  /** Lines. */
  readonly most: number;
}) {
  useSecond();
  const since = firstSeen.get(deployment.slug);
  const shown = found.slice(0, most);
  const more = found.length - shown.length;
  if (shown.length === 0) return null;
  return (
    <Vouched feeds={sources.map(({ feed }) => feed)}>
      <ul aria-label="Contradictions" className="wall-component m-0 list-none p-0">
        {shown.map(({ contradiction, asOf }, index) => (
          <li key={keyOf(contradiction)} className="flex items-center" style={{ gap: unit * 20 }}>
            <StatusGlyph severity={contradiction.severity} size={Math.round(unit * 30)} />
            <span className="wall-line">
              {asOf !== null && `As last read at ${formatClock(asOf, settings.zone)}: `}
              <Sentence clauses={contradiction.sentence} />
            </span>
            <span className="whitespace-nowrap text-text-2">
              seen since {formatClock(since?.get(keyOf(contradiction)) ?? now(), settings.zone)}
              {more > 0 && index === shown.length - 1 && `, and ${formatExact(more)} more`}
            </span>
          </li>
        ))}
      </ul>
    </Vouched>
  );
}
