import { historyOf, sightOf } from '#app/observe/session/history.ts';
import { useSession } from '#app/observe/session/seen.ts';
import type { WordOverrides } from '#domain/severity/classify.ts';
import { HistoryStrip } from './HistoryStrip.tsx';
import { useStripSpan } from './span.ts';
import { TimeAxis } from './TimeAxis.tsx';

export interface SubjectStripProps {
  readonly slug: string;
  readonly subject: 'region' | 'node';
  readonly id: string;
  readonly words: WordOverrides;
  readonly label: string;
}

export function SubjectBySession({ slug, subject, id, words, label }: SubjectStripProps) {
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
