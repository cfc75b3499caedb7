/**
 * Loads all spans: one row for each subject, with its spans as JSON lists. Reading hundreds of thousands of single
 * values through a driver is slow.
 */

import type { Row, SubjectSpans } from '../rows.ts';
import type { Statements } from './statements.ts';

/** Makes the SQL that returns one row with all spans of each subject, as lists in order of time. */
function everySubject(statements: Statements): string {
  const { list } = statements.dialect;
  const lists = ['from_at', 'from_at - not_before', 'word'].map((value) => list(value, 'from_at'));
  return `select subject, min(endpoint),
      case when min(endpoint) = max(endpoint) and max(folded) = 0 and count(*) filter (where to_at is null) = 1
        and max(coalesce(to_at, 0)) <= max(from_at) then 1 else 0 end,
      ${lists.join(', ')}
    from ${statements.from('span')} group by subject`;
}

/**
 * Loads all spans.
 * @param takeAll - gets the spans of a subject as lists.
 * @param take - gets spans that do not fit into lists: of two endpoints, rolled up, or from another version.
 */
export async function loadSpans(
  statements: Statements,
  takeAll: (spans: SubjectSpans) => void,
  take: (row: Row) => void,
): Promise<void> {
  const subjects = await statements.all(everySubject(statements));
  for (const [subject, endpoint, isPlain, from, unknownFor, word] of subjects) {
    const id = Number(subject);
    if (isPlain === 1)
      takeAll({
        subject: id,
        endpoint: Number(endpoint),
        from: JSON.parse(String(from)) as readonly number[],
        unknownFor: JSON.parse(String(unknownFor)) as readonly (number | null)[],
        word: JSON.parse(String(word)) as readonly number[],
      });
    // oxlint-disable-next-line no-await-in-loop -- few subjects have such spans
    else for (const row of await statements.rows('span', 'where subject = ? order by from_at', [id])) take(row);
  }
}
