/** A status document that names another version than the path it came from. */

import { endpointAt } from '#contract/endpoints.ts';
import type { StatusDocument } from '#contract/resources.ts';
import type { Answer } from '../answer/answer.ts';
import { type Clause, plain, sent } from '../text/clause.ts';

/** What is to be said of it; `null` where both agree or the document names none. */
export function versionNote({
  path,
  value: { version },
}: Pick<Answer<StatusDocument>, 'path' | 'value'>): readonly Clause[] | null {
  if (version === null || version === endpointAt(path).version) return null;
  return [plain(`What ${path} answers calls itself version `), sent(version), plain('.')];
}
