/** Decodes responses of `GET /history/changes`. In its own file because only the overview page loads it. */

import type { AllChanges } from '../history.ts';
import { changeOf, fieldsOf, rowsOf, text, time } from './history.ts';

/**
 * Decodes a response of `GET /history/changes`.
 * @throws HistoryFormError if a required field is missing or wrong.
 */
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
