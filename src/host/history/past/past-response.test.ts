import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { EndpointPath } from '#contract/endpoints.ts';
import type { Observation } from '#host/history/reading.ts';
import {
  begin,
  contextOf,
  nodes,
  question,
  regions,
  status,
  time,
} from '#testing/history/history-responses.ts';
import { type AnsweringInMemory, RecordInMemory } from '#testing/history/recorded.ts';
import {
  answeredAt,
  failedAt,
  listObservation,
  nodesObservation,
  regionsObservation,
  statusObservation,
} from '#testing/observer/polls.ts';
import { startWorkTime } from '#testing/work-time.ts';
import type { Question } from '../responses/context.ts';
import { respond } from '../responses/respond.ts';
import { writeStatusHead } from './heads.ts';

const events: EndpointPath = '/api/v1/events';
const applications: EndpointPath = '/api/v1/applications';

/** A request for the past. @param seconds - after the beginning; a text is the time as it stands in the address. */
async function past(
  context: AnsweringInMemory,
  path: string,
  seconds: number | string,
  what: Partial<Question> = {},
) {
  await context.settled();
  const at = typeof seconds === 'string' ? seconds : time(seconds);
  const answer = await respond(question(`/edge/at/${at}${path}`, what), context);
  const text = new TextDecoder().decode(answer.body ?? new Uint8Array());
  return {
    ...answer,
    text,
    // Tests check the members that they use. A missing member fails there.
    body: (text === '' ? null : JSON.parse(text)) as {
      data: Record<string, unknown>[];
      pagination: object;
      [name: string]: unknown;
    },
    observed: answer.headers['edgewatch-observed'],
  };
}

function withHead(observation: Observation, components: readonly string[]): Observation {
  return { ...observation, head: writeStatusHead({ version: 'v2', region: 'Oslo', components }) };
}

const statedAt = begin - 1_500;

/** Status polls every 2 s with the components of each, as of the seconds in which they begin. */
function statusRecord(...components: readonly (readonly [string, Record<string, string>])[]) {
  const record = new RecordInMemory();
  for (const [index, [word, states]] of components.entries()) {
    const observation = withHead(statusObservation(word, states), Object.keys(states));
    const reading = answeredAt(begin + index * 2_000, status, observation);
    record.read({ ...reading, outcome: { ...reading.outcome, statedAt } as typeof reading.outcome });
  }
  return record;
}

describe('a status document of the past', () => {
  const record = statusRecord(
    ['operational', { Storage: 'operational', API: 'operational' }],
    ['down', { Storage: 'down', API: 'operational' }],
    ['down', { API: 'operational', Cache: 'operational', Storage: 'down' }],
  );
  const context = contextOf(record, begin + 6_000);

  test('is that of the newest poll, with its components in their order', async () => {
    const { status: code, headers, text } = await past(context, status, 3.5);
    expect([code, headers['content-type']]).toEqual([200, 'application/json']);
    expect(text).toBe(
      '{"status":"down","version":"v2","region":"Oslo","components":[{"name":"Storage","status":"down"},' +
        `{"name":"API","status":"operational"}],"updated_at":"${new Date(statedAt).toISOString()}"}`,
    );
    expect(headers).toMatchObject({
      'edgewatch-as-of': time(3.5),
      'edgewatch-seen': time(2),
      'edgewatch-observed': 'complete',
    });
    const { body } = await past(context, status, 4);
    expect(body['components']).toMatchObject([{ name: 'API' }, { name: 'Cache' }, { name: 'Storage' }]);
  });

  test('is the last known one at a time without coverage, such as after the newest poll', async () => {
    const { headers, observed, body } = await past(context, status, 5);
    expect([observed, headers['edgewatch-seen'], body['status']]).toEqual(['none', time(4), 'down']);
  });

  test('has no order and is partial before the order was recorded', async () => {
    const old = new RecordInMemory();
    const states = { Storage: 'operational', API: 'operational' };
    for (const seconds of [0, 2])
      old.read(answeredAt(begin + seconds * 1_000, status, statusObservation('operational', states)));
    const head = withHead(statusObservation('operational', states), ['Storage', 'API']);
    for (const seconds of [4, 6]) old.read(answeredAt(begin + seconds * 1_000, status, head));
    const upgraded = contextOf(old, begin + 7_000);
    const { observed, body } = await past(upgraded, status, 1);
    expect(observed).toBe('partial');
    expect(body).toMatchObject({ version: null, components: [{ name: 'API' }, { name: 'Storage' }] });
    expect((await past(upgraded, status, 5)).observed).toBe('complete');
  });

  test('is partial while a component changes too often for each change to be recorded', async () => {
    const flapping = statusRecord(
      ...Array.from({ length: 200 }, (_, index) => {
        const word = index % 2 === 0 ? 'operational' : 'down';
        return ['operational', { API: word }] as const;
      }),
    );
    const answering = contextOf(flapping, begin + 400_000);
    expect((await past(answering, status, 60)).observed).toBe('complete');
    expect((await past(answering, status, 300)).observed).toBe('partial');
  });
});

describe('a list of the past', () => {
  const record = new RecordInMemory();
  const list = (seconds: number, of: Parameters<typeof nodesObservation>[0], what: Partial<Observation> = {}) =>
    record.read(
      answeredAt(
        begin + seconds * 1_000,
        nodes,
        { ...nodesObservation(of), ...what },
        {
          complete: what.claim !== 'at-least',
        },
      ),
    );
  list(0, { n2: ['fra1', 'operational'], n1: ['osl1', 'operational'] });
  list(10, { n1: ['osl1', 'down', '40G'] });
  list(20, { n1: ['fra1', 'down', '40G'], n2: ['fra1', 'operational'] });
  list(30, { n2: ['fra1', 'operational'] }, { claim: 'at-least' });
  record.read(failedAt(begin + 35_000, nodes, 'unreachable'));
  list(60, { n1: ['fra1', 'operational'] }, { claim: 'known-regions' });
  list(70, { n1: ['fra1', 'operational'] }, { claim: 'known-regions' });
  for (const seconds of [50, 60, 70])
    record.read(
      answeredAt(
        begin + seconds * 1_000 + 1,
        regions,
        regionsObservation({ fra1: 'operational', zrh1: 'down' }),
      ),
    );
  const context = contextOf(record, begin + 75_000);
  const idsAt = async (seconds: number, search = '') =>
    (await past(context, nodes + search, seconds)).body.data.map(({ id }) => id);

  test('has the rows of that time by id: moved, vanished and returned ones too', async () => {
    expect((await past(context, nodes, 5)).body).toEqual({
      object: 'list',
      data: [
        { id: 'n1', created_at: '2026-01-01T00:00:00Z', pop: 'osl1', status: 'operational', capacity: '100G' },
        { id: 'n2', created_at: '2026-01-01T00:00:00Z', pop: 'fra1', status: 'operational', capacity: '100G' },
      ],
      pagination: { limit: 2, count: 2, has_more: false },
    });
    expect((await past(context, nodes, 15)).body.data).toMatchObject([
      { id: 'n1', pop: 'osl1', status: 'down', capacity: '40G' },
    ]);
    expect((await past(context, nodes, 25)).body.data).toMatchObject([
      { id: 'n1', pop: 'fra1' },
      { id: 'n2', pop: 'fra1' },
    ]);
  });

  test('takes the parameters of the API', async () => {
    expect(await idsAt(5, '?region=fra1')).toEqual(['n2']);
    expect((await past(context, `${nodes}?limit=1`, 5)).body.pagination).toEqual({
      limit: 1,
      count: 1,
      has_more: true,
    });
  });

  test('that was truncated is partial, has more, and has no row that was left out', async () => {
    const { observed, body } = await past(context, nodes, 30);
    expect([observed, body.data.map(({ id }) => id), body.pagination]).toEqual([
      'partial',
      ['n2'],
      { limit: 1, count: 1, has_more: true },
    ]);
  });

  test('is the last known one in a gap', async () => {
    const { observed, headers } = await past(context, nodes, 45);
    expect([observed, headers['edgewatch-seen']]).toEqual(['none', time(30)]);
  });

  test('of known regions is complete for each of them only', async () => {
    const observed = async (search: string) => {
      const { observed: how, body } = await past(context, nodes + search, 65);
      return [how, (body.pagination as { has_more: boolean }).has_more];
    };
    expect(await observed('')).toEqual(['partial', true]);
    expect(await observed('?region=fra1')).toEqual(['complete', false]);
    expect(await observed('?region=zrh1')).toEqual(['complete', false]);
    expect(await observed('?region=osl1')).toEqual(['partial', true]);
  });

  test('of regions is ordered by code', async () => {
    expect((await past(context, regions, 65)).body.data).toEqual([
      { code: 'fra1', name: 'City of fra1', zone: 'eu-west', country: 'DE', status: 'operational' },
      { code: 'zrh1', name: 'City of zrh1', zone: 'eu-west', country: 'DE', status: 'down' },
    ]);
  });
});

test('counts and times that are recorded as numbers are those of the poll, exact beyond 2^53', async () => {
  const record = new RecordInMemory();
  const event = (count: bigint) =>
    listObservation('event', [{ key: 'e', body: '{"id":"e","source":"api"}', amounts: [count] }]);
  record.read(answeredAt(begin, events, event(2n ** 60n)));
  record.read(answeredAt(begin + 5_000, events, event(1n)));
  const used = Date.parse('2026-11-20T01:02:03.000Z');
  const application = (key: string, last: string | null) => ({
    key,
    body: JSON.stringify({ id: key, ...(last !== '' && { last_used_at: last }) }),
    amounts: last === null ? null : [used],
  });
  const rows = [application('a', ''), application('b', 'Z'), application('c', null)];
  for (const seconds of [0, 5])
    record.read(answeredAt(begin + seconds * 1_000 + 1, applications, listObservation('application', rows)));
  const context = contextOf(record, begin + 6_000);
  const { text, observed } = await past(context, events, 3);
  expect([observed, text]).toEqual([
    'complete',
    '{"object":"list","data":[{"id":"e","count":1152921504606846976,"source":"api"}],' +
      '"pagination":{"limit":1,"count":1,"has_more":false}}',
  ]);
  const { body, observed: ofUses } = await past(context, applications, 3);
  expect(ofUses).toBe('complete');
  expect(body.data.map((row) => row['last_used_at'])).toEqual([
    '2026-11-20T01:02:03.000Z',
    '2026-11-20T01:02:03Z',
    null,
  ]);
});

test('of rows with equal ids, only the first has its count', async () => {
  const record = new RecordInMemory();
  const row = { key: 'e', body: '{"id":"e"}' };
  const twice = [
    { ...row, amounts: [7] },
    { ...row, amounts: [9] },
  ];
  const repeated = listObservation('event', twice, { claim: 'at-least' });
  record.read(answeredAt(begin, events, repeated, { complete: false }));
  const { body } = await past(contextOf(record, begin + 1_000), events, 0);
  expect(body.data.map(({ count }) => count)).toEqual([7, null]);
});

describe('a request', () => {
  const context = contextOf(statusRecord(['operational', {}], ['operational', {}]), begin + 3_000);

  test.each([
    ['a time of another form', status, '2026-11-23', 400, 'time'],
    ['a time that does not exist', status, '2026-02-30T00:00:00Z', 400, 'time'],
    ['a time more than 5 s from now', status, time(8.001), 400, 'time'],
    ['a parameter that the endpoint does not have', `${status}?region=fra1`, time(1), 400, 'region'],
    ['a wrong limit', `${nodes}?limit=0`, time(1), 400, 'limit'],
    ['a time before the first poll', status, time(-1), 404, undefined],
    ['an endpoint that was not polled', '/api/v1/status', time(1), 404, undefined],
    ['assets', '/api/v1/assets', time(1), 404, undefined],
    ['an endpoint that does not exist', '/api/v3/status', time(1), 404, undefined],
  ])('for %s is refused', async (_, path, at, code, parameter) => {
    const { status: got, headers, body } = await past(context, path, at);
    expect([got, body['parameter']]).toEqual([code, parameter]);
    if (code === 404)
      expect(headers).toMatchObject({
        'edgewatch-as-of': at,
        'edgewatch-observed': 'none',
        'cache-control': 'no-store',
      });
  });

  test('may be up to 5 s late by the clock of the host, and encode its colons', async () => {
    const at = encodeURIComponent(time(8));
    expect(await past(context, status, at)).toMatchObject({ status: 200, observed: 'none' });
  });

  test('for a time beyond retention is refused', async () => {
    const late = contextOf(statusRecord(['operational', {}]), begin + 401 * 86_400_000);
    expect(await past(late, status, 0)).toMatchObject({ status: 404, observed: 'none' });
  });

  test('has a tag that also changes with what was observed, and 304 for an equal one', async () => {
    const record = statusRecord(['operational', {}]);
    const before = await past(contextOf(record, begin + 1_500), status, 1);
    record.read(answeredAt(begin + 2_000, status, null));
    const answering = contextOf(record, begin + 3_000);
    const after = await past(answering, status, 1);
    expect([before.observed, after.observed]).toEqual(['none', 'complete']);
    expect(before.text).toBe(after.text);
    const tag = { ifNoneMatch: before.headers['etag'] ?? '' };
    expect((await past(answering, status, 1, tag)).status).toBe(200);
    const same = await past(answering, status, 1, { ifNoneMatch: after.headers['etag'] ?? '' });
    expect([same.status, same.observed]).toEqual([304, 'complete']);
    // The time lies before the newest poll, so the response is final.
    expect(after.headers['cache-control']).toBe('public, max-age=300');
    expect(before.headers['cache-control']).toBe('public, max-age=2');
  });
});

describe('a list of 1,000 nodes that all changed since then', () => {
  const all = (word: string, capacity: string) =>
    nodesObservation(
      Object.fromEntries(Array.from({ length: 1_000 }, (_, id) => [`n${id}`, ['fra1', word, capacity]])),
    );
  const record = new RecordInMemory();
  for (const [index, capacity] of ['10G', '20G', '30G', '40G'].entries())
    record.read(answeredAt(begin + index * 5_000, nodes, all(`word ${capacity}`, capacity)));
  const context = contextOf(record, begin + 60_000);

  test('takes at most 100 ms of work', async () => {
    // The first request also writes the rows of the test to the file.
    await past(context, nodes, 1);
    const times: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const work = startWorkTime();
      const { body, observed } = await past(context, nodes, 6);
      times.push(work());
      expect([observed, body.data.length]).toEqual(['complete', 1_000]);
      expect(body.data[17]).toMatchObject({ capacity: '20G', status: 'word 20G' });
    }
    expect(Math.min(...times)).toBeLessThan(100);
  });

  test('is written in parts, and a poll that is recorded in between changes nothing', async () => {
    await context.settled();
    const response = past(context, nodes, 16);
    await setImmediate();
    record.read(answeredAt(begin + 20_000, nodes, all('later', '50G')));
    let hasResponded = false;
    void response.then(() => {
      hasResponded = true;
    });
    await record.settled();
    expect(hasResponded).toBe(false);
    const { body } = await response;
    const seen = new Set(body.data.map(({ capacity, status: word }) => JSON.stringify([capacity, word])));
    expect([...seen]).toEqual(['["40G","word 40G"]']);
  });
});
