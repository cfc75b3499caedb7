/** Known findings: the operator has accepted them in the configuration. They are shown, but not reported as new. */

import type { Finding } from '#contract/decode/row.ts';
import { isEndpointPath } from '#contract/endpoints.ts';

/** `/api/v1/nodes data[].pop`, or one of the two alone. */
const form = /^(?:(\/api\/\S{1,40}))?(?: ?([^\s/]\S{0,199}))?$/;

/** Parses an accepted deviation. A part that is missing matches everything; `null` if the text has another form. */
export function parseDeparture(
  text: string,
): { readonly endpoint: string | undefined; readonly path: string | undefined } | null {
  const [, endpoint, path] = form.exec(text) ?? [];
  if (endpoint === undefined && path === undefined) return null;
  if (endpoint !== undefined && !isEndpointPath(endpoint)) return null;
  return { endpoint, path };
}

/** @param departures - texts in the form of {@link parseDeparture}. */
export function isKnownFinding(
  finding: Pick<Finding, 'endpoint' | 'path'>,
  departures: readonly string[] = [],
): boolean {
  return departures.some((text) => {
    const { endpoint = finding.endpoint, path = finding.path } = parseDeparture(text) ?? { endpoint: '' };
    return endpoint === finding.endpoint && path === finding.path;
  });
}
