/** `notes`: notes about a time window, newest first (docs/understand/history-api.md, part 12). */

import { subjectKinds } from '#contract/history.ts';
import { badParameter, stamp } from '../responses/context.ts';
import { countOf, oneOf, type Parameters, parametersOf, windowOf } from '../responses/parameters.ts';
import { type HistoryRequest, type HistoryResponse, windowed } from '../responses/windowed.ts';
import { noteEntry } from './note-entry.ts';

function afterOf(parameters: Parameters): { readonly from: number; readonly id: number } | null {
  const text = parameters.get('before');
  if (text === undefined) return null;
  const [, from, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  if (from === undefined || id === undefined)
    throw badParameter('before', '“before” must be that of “more” of an earlier page.');
  return { from: Number(from), id: Number(id) };
}

export async function notesResponse(request: HistoryRequest): Promise<HistoryResponse> {
  const { context, deployment } = request;
  const parameters = parametersOf(request.search, ['from', 'to', 'kind', 'key', 'before', 'limit']);
  const window = windowOf(parameters, context.now);
  const limit = countOf(parameters, 'limit', 1_000, 200);
  const kind = oneOf(parameters, 'kind', subjectKinds);
  const key = parameters.get('key') ?? null;
  if (key !== null && kind === null) throw badParameter('key', '“key” requires “kind”.');
  const after = afterOf(parameters);
  const query = { deployment: deployment.slug, between: window, kind, key, after, limit: limit + 1 };
  const rows = window.from === window.to ? [] : ((await context.store?.notes(query)) ?? []);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = new URLSearchParams({
    ...Object.fromEntries(parameters),
    from: stamp(window.from),
    to: stamp(window.to),
    before: `${last?.from ?? 0}-${last?.id ?? 0}`,
  });
  const more = rows.length > limit ? `notes?${next.toString()}` : null;
  // A note about any time may be written or withdrawn later.
  return { ...windowed(request, window, page.map(noteEntry), more), isSettled: false };
}
