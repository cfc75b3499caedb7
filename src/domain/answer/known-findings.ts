/** Which findings an operator knows and bears: they are shown, and are no news. */

import type { Finding } from '#contract/decode/record.ts';
import { isEndpointPath } from '#contract/endpoints.ts';

/** `/api/v1/nodes data[].pop`, or either of the two alone. */
const form = /^(?:(\/api\/\S{1,40}))?(?: ?([^\s/]\S{0,199}))?$/;

/** The endpoint and the field that a text names, each where it does; `null` where it is none of these. */
export function parseDeparture(
  text: string,
): { readonly endpoint: string | undefined; readonly path: string | undefined } | null {
  const [, endpoint, path] = form.exec(text) ?? [];
  if (endpoint === undefined && path === undefined) return null;
  if (endpoint !== undefined && !isEndpointPath(endpoint)) return null;
  return { endpoint, path };
}

/** @param departures - as {@link parseDeparture} reads them. */
export function isKnownFinding(
  finding: Pick<Finding, 'endpoint' | 'path'>,
  departures: readonly string[] = [],
): boolean {
  return departures.some((text) => {
    const { endpoint = finding.endpoint, path = finding.path } = parseDeparture(text) ?? { endpoint: '' };
    return endpoint === finding.endpoint && path === finding.path;
  });
}
