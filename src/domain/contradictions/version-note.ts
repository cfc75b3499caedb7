import { endpointAt } from '#contract/endpoints.ts';
import type { StatusDocument } from '#contract/resources.ts';
import type { Answer } from '../answer/answer.ts';
import { type Clause, plain, sent } from '../sentences/clause.ts';

/**
 * States that a status document and its path have different API versions; `null` if they agree or the
 * document states no version.
 */
export function versionNote({
  path,
  value: { version },
}: Pick<Answer<StatusDocument>, 'path' | 'value'>): readonly Clause[] | null {
  if (version === null || version === endpointAt(path).version) return null;
  return [plain(`The response of ${path} states version `), sent(version), plain('.')];
}
