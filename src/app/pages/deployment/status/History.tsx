import { later } from '#app/ui/loading/later.tsx';
import type { Severity } from '#domain/severity/severity.ts';
import { SessionHistory } from './SessionHistory.tsx';

/** The verdict over time: from the record once its code is here, until then as this session saw it. */
export const History = later<{ readonly slug: string; readonly present: Severity }>(
  () => import('./RecordedHistory.tsx'),
  SessionHistory,
);
