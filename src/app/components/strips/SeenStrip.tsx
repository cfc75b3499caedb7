import { historyOf, sightOf } from '#app/observe/session/history.ts';
import { useSession } from '#app/observe/session/store.ts';
import type { SubjectKind } from '#domain/memory/changes.ts';
import type { WordOverrides } from '#domain/severity/classify.ts';
import { HistoryStrip } from './HistoryStrip.tsx';
import { useStripSpan } from './span.ts';
import { TimeAxis } from './TimeAxis.tsx';

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
