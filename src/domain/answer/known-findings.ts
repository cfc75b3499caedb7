/**
 * Known findings: deviations that the operator accepted in the configuration. Pages show them, but do not
 * report them as new.
 */

import type { Finding } from '#contract/decode/row.ts';
import { isEndpointPath } from '#contract/endpoints.ts';

/** Text of an accepted deviation: `/api/v1/nodes data[].pop`, or only the endpoint or only the field path. */
const form = /^(?:(\/api\/\S{1,40}))?(?: ?([^\s/]\S{0,199}))?$/;

/**
 * Parses the text of an accepted deviation. A missing part matches everything.
 * @returns `null` if the text has another form
 */
export function parseDeparture(
  text: string,
): { readonly endpoint: string | undefined; readonly path: string | undefined } | null {
  const [, endpoint, path] = form.exec(text) ?? [];
  if (endpoint === undefined && path === undefined) return null;
  if (endpoint !== undefined && !isEndpointPath(endpoint)) return null;
  return { endpoint, path };
}

/**
 * Whether the configuration accepts a finding.
 * @param departures - texts in the form of {@link parseDeparture}
 */
export function isKnownFinding(
  finding: Pick<Finding, 'endpoint' | 'path'>,
  departures: readonly string[] = [],
): boolean {
  return departures.some((text) => {
    const { endpoint = finding.endpoint, path = finding.path } = parseDeparture(text) ?? { endpoint: '' };
    return endpoint === finding.endpoint && path === finding.path;
  });
}
