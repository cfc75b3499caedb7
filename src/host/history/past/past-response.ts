/** `at/:time/api/…`: the response of an endpoint as it was known (docs/understand/history-api.md, part 10). */

import { type Endpoint, findEndpoint, isListResource } from '#contract/endpoints.ts';
import { type Observed, pastHeaders } from '#contract/history.ts';
import { checkSearch } from '#host/gateway/parameters.ts';
import { badParameter, Refusal, stamp } from '../responses/context.ts';
import { timeOf } from '../responses/parameters.ts';
import {
  type HistoryRequest,
  type HistoryResponse,
  settledUntil,
  TextDocument,
} from '../responses/windowed.ts';
import type { EndpointRow } from '../rows.ts';
import { type ListQuery, listAt } from './list-at.ts';
import { type SeenState, seenState } from './seen-state.ts';
import { statusAt } from './status-at.ts';

/** Maximum milliseconds by which a requested time may be later than the host's clock. */
const clockTolerance = 5_000;

const day = 86_400_000;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function queryOf(endpoint: Endpoint, search: string): ListQuery {
  const checked = checkSearch(endpoint, search);
  if ('mistake' in checked) throw badParameter(checked.parameter, checked.mistake);
  const parameters = new URLSearchParams(checked.search);
  const limit = parameters.get('limit');
  return { limit: limit === null ? null : Number(limit), region: parameters.get('region') };
}

/** The refusal of a time or an endpoint of which nothing is recorded. */
function nothingRecorded(time: number, detail: string): Refusal {
  return new Refusal(404, detail, {
    headers: { [pastHeaders.asOf]: stamp(time), [pastHeaders.observed]: 'none' satisfies Observed },
  });
}

/** Finds an endpoint and its state at a time. @throws Refusal if nothing is recorded of it. */
async function stateAt(
  { context, deployment }: HistoryRequest,
  { path, resource }: Endpoint,
  time: number,
): Promise<{ readonly row: EndpointRow; readonly seen: SeenState }> {
  const { known, recorder, now } = context;
  if (resource === 'asset') throw nothingRecorded(time, 'Assets are recorded as totals only.');
  const { spanDays } = recorder.retention;
  if (time < now - spanDays * day) throw nothingRecorded(time, `The history is stored for ${spanDays} days.`);
  const row = known.endpoints(deployment.slug).find((each) => each.path === path);
  const seen = row && (await seenState(context, row.id, time));
  if (!row || !seen) throw nothingRecorded(time, `Nothing is recorded for ${path} up to this time.`);
  return { row, seen };
}

/**
 * Responds with what was known of an endpoint at a time.
 * @param address - the rest of the path: the time, then the path of the endpoint, in parts.
 * @throws Refusal of a wrong time or parameter, and if nothing is recorded.
 */
export async function pastResponse(
  request: HistoryRequest,
  [text = '', ...parts]: readonly string[],
): Promise<HistoryResponse> {
  const time = timeOf('time', decoded(text));
  if (time > request.context.now + clockTolerance) throw badParameter('time', '“time” is in the future.');
  const endpoint = findEndpoint(`/${parts.join('/')}`);
  if (!endpoint) throw nothingRecorded(time, 'The API has no endpoint at this address.');
  const { resource } = endpoint;
  const query = queryOf(endpoint, request.search);
  const { row, seen } = await stateAt(request, endpoint, time);
  const { json, isKnown } = isListResource(resource)
    ? await listAt({ request, endpoint: row.id, resource, seen }, query)
    : await statusAt(request, row.id, seen);
  const observed: Observed = !seen.isCovered ? 'none' : isKnown ? 'complete' : 'partial';
  const headers = {
    'content-type': 'application/json',
    [pastHeaders.asOf]: stamp(time),
    [pastHeaders.seen]: stamp(seen.seenAt),
    [pastHeaders.observed]: observed,
  };
  const settled = settledUntil(request);
  return { document: new TextDocument(json, headers), isSettled: settled !== null && time <= settled };
}
