import type { SubjectKind } from '../../domain/changes.ts';
import type { WordOverrides } from '../../domain/severity.ts';
import { HistoryStrip } from '../components/HistoryStrip.tsx';
import { TimeAxis } from '../components/TimeAxis.tsx';
import { historyOf, sightOf } from './history.ts';
import { useStripSpan } from './span.ts';
import { useSession } from './store.ts';

/** What this session saw of one region or node, over the time that all strips share. */
export function SeenStrip({
  slug,
  subject,
  id,
  words,
  label,
}: {
  readonly slug: string;
  readonly subject: SubjectKind;
  readonly id: string;
  readonly words: WordOverrides;
  readonly label: string;
}) {
  const session = useSession(slug);
  const span = useStripSpan();
  return (
    <div className="mt-1 basis-full">
      <HistoryStrip
        runs={historyOf(session, subject, id, words)}
        sight={sightOf(session, subject)}
        span={span}
        label={`${label} since this page opened`}
      />
      <div className="mt-1">
        <TimeAxis from={span.from} to={span.to} />
      </div>
    </div>
  );
}
