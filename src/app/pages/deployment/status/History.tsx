import { lazyPart } from '#app/ui/loading/lazy-part.tsx';
import type { Severity } from '#domain/severity/severity.ts';
import { SessionHistory } from './SessionHistory.tsx';

/** The verdict over time: this session's strip until the code for the history record is loaded. */
export const History = lazyPart<{ readonly slug: string; readonly present: Severity }>(
  () => import('./RecordedHistory.tsx'),
  SessionHistory,
);
