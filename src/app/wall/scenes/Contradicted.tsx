import { formatClock, formatExact } from '../../../domain/format.ts';
import { now, useSecond } from '../../clock.ts';
import { Sentence, type useToldContradictions } from '../../components/Contradictions.tsx';
import { StatusGlyph } from '../../components/StatusGlyph.tsx';
import { Vouched } from '../../components/vouching.tsx';
import type { SceneProps } from '../context.ts';

/** Units of a line. */
export const contradictedUnits = 50;

/** Deployment and contradiction → when this screen first saw it; forgotten once it is over. */
const firstSeen = new Map<string, ReadonlyMap<string, number>>();

function seenSince(slug: string, ids: readonly string[]): ReadonlyMap<string, number> {
  const before = firstSeen.get(slug);
  const seen = new Map(ids.map((id) => [id, before?.get(id) ?? now()]));
  firstSeen.set(slug, seen);
  return seen;
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
  const since = seenSince(
    deployment.slug,
    found.map(({ contradiction }) => contradiction.id),
  );
  const shown = found.slice(0, most);
  const more = found.length - shown.length;
  if (shown.length === 0) return null;
  return (
    <Vouched feeds={sources.map(({ feed }) => feed)}>
      <ul aria-label="Contradictions" className="wall-component m-0 list-none p-0">
        {shown.map(({ contradiction: { kind, id, severity, sentence }, asOf }, index) => (
          <li key={`${kind} ${id}`} className="flex items-center" style={{ gap: unit * 20 }}>
            <StatusGlyph severity={severity} size={Math.round(unit * 30)} />
            <span className="wall-line">
              {asOf !== null && `As last read at ${formatClock(asOf, settings.zone)}: `}
              <Sentence clauses={sentence} />
            </span>
            <span className="whitespace-nowrap text-text-2">
              seen since {formatClock(since.get(id) ?? now(), settings.zone)}
              {more > 0 && index === shown.length - 1 && `, and ${formatExact(more)} more`}
            </span>
          </li>
        ))}
      </ul>
    </Vouched>
  );
}
