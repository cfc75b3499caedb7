import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyConfig } from '#app/delivered/config.ts';
import { updateSession } from '#app/observe/session/seen.ts';
import { logVolumes } from '#app/observe/session/session-log.ts';
import type { HistoryFailure, HistoryRead } from '#app/queries/history/history.ts';
import { historyKey } from '#app/queries/keys.ts';
import { now } from '#app/ui/time/clock.ts';
import type { HistoryState, SeriesResponse } from '#contract/history.ts';
import { defaultLimits } from '#contract/host.ts';
import { requestedWindow } from '#domain/history/series/series-windows.ts';
import { listAnswerAt } from '#testing/feeds.ts';
import { type EventSeries, useEventSeries } from './use-event-series.ts';

const slug = 'series-test';
const endpoint = '/api/v1/events';
const name = 'events/a';
const requested = requestedWindow('7d', Date.parse('2026-11-27T12:00:00Z'));
const from = new Date(requested.from).toISOString();
const to = new Date(requested.to).toISOString();

const config = { pollSeconds: 60, deployments: [], limits: defaultLimits };
beforeAll(() => {
  applyConfig(config, { history: true });
  const event = { id: 'a', created_at: null, name: 'a', count: 1, source: 'api' };
  updateSession(slug, (log) => logVolumes(log, listAnswerAt(now(), 60_000), [event]));
});
afterAll(() => applyConfig(config, {}));

const state: HistoryState = {
  deployment: slug,
  observe: 'all',
  recording: true,
  reason: null,
  demo: false,
  since: '2026-11-01T00:00:00.000Z',
  knownUntil: '2026-11-27T12:00:00.000Z',
  poll: 10,
  retention: { rawDays: 14, hourDays: 400, spanDays: 400 },
  notice: null,
  endpoints: [endpoint],
};
const series: Partial<SeriesResponse> = { from, to, resolution: 'hour', data: [] };

const busy: HistoryFailure = { kind: 'failing', why: 'the host returned 503' };
const unreachable: HistoryFailure = { kind: 'unreachable', why: 'the host does not respond' };
const notFound: HistoryFailure = { kind: 'no-host', why: 'there is no history here' };

const read = <T>(value: T): HistoryRead<T> => ({ value, failure: null, dueAt: now() });
const failed = (failure: HistoryFailure): HistoryRead<never> => ({ value: null, failure, dueAt: now() });
const recorded = (more: Partial<HistoryState> = {}) => read({ data: [{ ...state, ...more }] });

function Reader({
  isChosen,
  onRead,
}: {
  readonly isChosen: boolean | undefined;
  readonly onRead: (series: EventSeries) => void;
}) {
  onRead(useEventSeries(slug, endpoint, [name], { requested, name: '7 d' }, isChosen));
  return null;
}

function seriesAfter(
  states: HistoryRead<unknown> | null,
  ofSeries: HistoryRead<Partial<SeriesResponse>> | null,
  isChosen?: boolean,
): EventSeries {
  const client = new QueryClient();
  if (states) client.setQueryData(historyKey('', 'states', ''), states);
  const address = `/series?from=${from}&to=${to}&points=168&name=events%2Fa`;
  if (ofSeries)
    client.setQueryData(historyKey(slug, `series ${name} ${requested.to - requested.from}`, address), ofSeries);
  const found: EventSeries[] = [];
  const onRead = (each: EventSeries) => void found.push(each);
  renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(Reader, { isChosen, onRead })),
  );
  const [series] = found;
  if (!series) throw new Error('The component renders at once.');
  return series;
}

test.each([
  ['nothing is read yet', null, null, false, null],
  [
    'the states cannot be read',
    failed(busy),
    null,
    false,
    'The history cannot be read: the host returned 503.',
  ],
  [
    'the host does not respond',
    failed(unreachable),
    null,
    false,
    'The history cannot be read: the host does not respond.',
  ],
  ['there is no history', failed(notFound), null, true, null],
  ['the deployment is not observed', recorded({ observe: 'off' }), null, true, null],
  ['only the status is observed', recorded({ observe: 'status' }), null, true, null],
  ['the list is not recorded', recorded({ endpoints: [] }), null, true, null],
  ['the series is awaited', recorded(), null, false, null],
  ['the series is read', recorded(), read(series), false, null],
  ['the host is busy', recorded(), failed(busy), false, 'The history cannot be read: the host returned 503.'],
  ['the type is not recorded', recorded(), failed(notFound), true, null],
] as const)(
  'if %s, the session is shown only if nothing is recorded',
  (_case, states, ofSeries, isOfSession, why) => {
    const shown = seriesAfter(states, ofSeries);
    expect(shown.isOfSession).toBe(isOfSession);
    expect(shown.failed).toBe(why);
    // The session has a point, the response none.
    expect(shown.series[0]?.data.length).toBe(isOfSession ? 1 : ofSeries?.value?.data?.length);
    // Requests for parts of the record stop.
    if (isOfSession) expect(shown.isThere).toBe(false);
  },
);

test('series take the source that their page has chosen', () => {
  expect(seriesAfter(recorded(), failed(notFound), false)).toMatchObject({
    isOfSession: false,
    series: [null],
    failed: 'The host does not record this.',
  });
  expect(seriesAfter(recorded(), read(series), true)).toMatchObject({ isOfSession: true, hasAll: true });
});
