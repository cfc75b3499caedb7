/** Reads `GET /history/changes`; apart from the other responses, for the overview alone needs it. */

import type { AllChanges } from '../history.ts';
import { changeOf, fieldsOf, rowsOf, text, time } from './history.ts';

/** @throws HistoryFormError for anything else. */
export function decodeAllChanges(body: unknown): AllChanges {
  const fields = fieldsOf(body, 'the answer');
  const { unread } = fields;
  return {
    from: time(fields, 'from'),
    to: time(fields, 'to'),
    data: rowsOf(fields, (row) => ({ deployment: text(row, 'deployment'), ...changeOf(row) })),
    unread: Array.isArray(unread) ? unread.filter((slug) => typeof slug === 'string') : [],
  };
}
