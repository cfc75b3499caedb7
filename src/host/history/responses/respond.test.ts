import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { CoverageEntry, SpanEntry, StripEntry } from '#contract/history.ts';
import {
  ask,
  begin,
  contextOf,
  exampleRecord,
  nodes,
  question,
  regions,
  rows,
  status,
  time,
  window,
} from '#testing/history/history-responses.ts';
import { RecordInMemory } from '#testing/history/recorded.ts';
import {
  answeredAt,
  failedAt,
  nodesObservation,
  regionsObservation,
  statusObservation,
} from '#testing/observer/polls.ts';
import type { RecordedDeployment } from './context.ts';
import { respond } from './respond.ts';

describe('the responses for the example', () => {
  const context = contextOf(exampleRecord());

  test('spans: each status word has its start, and the two polls between which it changed', async () => {
    expect(await rows(`/edge/spans?${window(0, 60)}&kind=component`, context)).toEqual([
      {
        kind: 'component',
        key: 'API',
        occurrence: 1,
        word: 'operational',
        severity: 'ok',
        endpoint: status,
        from: time(0.01),
        notBefore: null,
        to: time(4.01),
      },
      {
        kind: 'component',
        key: 'API',
        occurrence: 1,
        word: 'down',
        severity: 'critical',
        endpoint: status,
        from: time(4.01),
        notBefore: time(2),
        to: null,
      },
    ]);
  });

  test('sight: observed time, the gap with its cause, the isolated poll, and the open interval', async () => {
    const reported = await rows<CoverageEntry>(`/edge/sight?${window(0, 60)}&endpoint=${status}`, context);
    expect(
      reported.map(({ from, to, outcome, cause, looks: polls, longestSeconds }) => [
        from,
        to,
        outcome,
        cause,
        polls,
        longestSeconds,
      ]),
    ).toEqual([
      ['1970-01-01T00:00:00.000Z', time(0.01), 'blind', 'not-recorded', 0, null],
      [time(0.01), time(4.01), 'seen', null, 3, 2],
      [time(4.01), time(30.11), 'blind', 'unreachable', 2, 26.1],
      [time(30.11), time(30.11), 'seen', null, 1, 0],
      [time(30.11), null, 'blind', 'pending', 0, null],
    ]);
  });

  test('strips: only observed time is good, and the isolated poll colours its mark', async () => {
    const [strip] = await rows<StripEntry>(`/edge/strips?kind=component&${window(0, 60)}&marks=1`, context);
    expect(strip).toEqual({
      key: 'API',
      occurrence: 1,
      name: 'API',
      endpoint: status,
      worst: 'c',
      seen: 'F',
      good: 4_000,
      bad: 0,
      unknown: 0,
      unobserved: 56_000,
      notice: 0,
      couldHide: 26_100,
    });
  });
});

describe('all responses', () => {
  const record = exampleRecord();
  const context = contextOf(record);

  test('state their window, the known time, and the time before which nothing can change', async () => {
    const { body, headers } = await ask(`/edge/sight?${window(0, 20)}`, context);
    expect(body).toMatchObject({
      deployment: 'edge',
      from: time(0),
      to: time(20),
      knownUntil: time(30.11),
      settledUntil: time(30.11),
      more: null,
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, max-age=300',
    });
  });

  test('are cached for a poll period while their time is not settled, and only by the viewer if access is controlled', async () => {
    const { headers } = await ask(`/edge/sight?${window(0, 31)}`, context, { isPublic: false });
    expect(headers['cache-control']).toBe('private, max-age=2');
  });

  test('are settled up to the oldest poll that a later one may still join', async () => {
    const two = exampleRecord();
    two.read(
      answeredAt(begin + 5_000, regions, regionsObservation({ fra1: 'operational' }), { vouched: 310_000 }),
    );
    const { body } = await ask(`/edge/sight?${window(0, 20)}`, contextOf(two));
    expect([body.knownUntil, body.settledUntil]).toEqual([time(30.11), time(5)]);
  });

  test('cover the last 24 hours up to the next full minute by default', async () => {
    const { body } = await ask('/edge/sight', context);
    expect([body.from, body.to]).toEqual([time(60 - 86_400), time(60)]);
    const later = await ask('/edge/sight', contextOf(record, begin + 60_000));
    expect(later.body.to).toBe(time(120));
  });

  test.each(['sight', 'spans', 'strips?kind=component&'])('for an empty window are empty: %s', async (name) => {
    const address = `/edge/${name}${name.includes('?') ? '' : '?'}${window(2, 2)}`;
    expect(await rows(address, context)).toEqual([]);
  });

  test('have an entity tag, and an unchanged one gets 304', async () => {
    const first = await ask('/edge/spans', context);
    const again = await ask('/edge/spans', context, { ifNoneMatch: first.headers['etag'] ?? null });
    expect([again.status, again.body]).toEqual([304, {}]);
    expect(again.headers['etag']).toBe(first.headers['etag']);
    const other = await ask('/edge/spans', context, { ifNoneMatch: '"other"' });
    expect(other.status).toBe(200);
  });

  test('are compressed over 1 KiB, with a weak tag', async () => {
    const plain = await ask(`/edge/sight?${window(0, 60)}`, context);
    const { headers, body } = await respond(
      question(`/edge/sight?${window(0, 60)}`, { acceptEncoding: 'gzip' }),
      context,
    );
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(headers['etag']).toBe(`W/${plain.headers['etag']}`);
    expect(JSON.parse(gunzipSync(body ?? new Uint8Array()).toString())).toEqual(plain.body);
    const short = await respond(question(`/edge/spans?${window(2, 2)}`, { acceptEncoding: 'gzip' }), context);
    expect(short.headers['content-encoding']).toBeUndefined();
  });

  test.each<[string, string]>([
    ['sight?from=2026-11-23T03:00:00', 'from'],
    ['sight?from=2026-11-23T03:00:00.1234Z', 'from'],
    ['sight?from=2026-11-23T03:00:00.Z', 'from'],
    ['sight?from=2026-11-23T03:00:00%2B01:00', 'from'],
    ['sight?to=2026-02-30T00:00:00Z', 'to'],
    ['sight?to=', 'to'],
    ['sight?from=2026-11-23T03:00:01Z&to=2026-11-23T03:00:00Z', 'from'],
    ['sight?from=2025-01-01T00:00:00Z&to=2026-11-23T03:00:00Z', 'from'],
    ['sight?to=2026-11-23T03:00:00Z&to=2026-11-23T03:00:00Z', 'to'],
    ['sight?until=2026-11-23T03:00:00Z', 'until'],
    ['sight?endpoint=/api/v3/status', 'endpoint'],
    ['spans?kind=bucket', 'kind'],
    ['spans?key=API', 'key'],
    ['spans?after=7', 'after'],
    ['strips', 'kind'],
    ['strips?kind=component&marks=0', 'marks'],
    ['strips?kind=component&marks=401', 'marks'],
    ['strips?kind=component&marks=1.5', 'marks'],
    ['strips?kind=component&zone=Mars/Phobos', 'zone'],
  ])('refuse %s and name what is wrong: %s', async (address, parameter) => {
    const { status, headers, body } = await ask(`/edge/${address}`, context);
    expect([status, body.parameter]).toEqual([400, parameter]);
    expect(headers).toMatchObject({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' });
  });

  test.each([
    'from=2026-11-23T03:00:00Z',
    'from=2026-11-23T03:00:00.5Z',
    'to=2027-11-23T03:00:00Z&from=2026-11-23T03:00:00.123Z',
  ])('take %s', async (search) => expect((await ask(`/edge/sight?${search}`, context)).status).toBe(200));

  test.each(['/other', '/other/sight', '/edge/nothing', '/edge/sight/more', '/edge/constructor'])(
    '%s is not found',
    async (address) => expect((await ask(address, context)).status).toBe(404),
  );

  test('a deployment that the viewer may not see is not found', async () => {
    const visible = new Set<string>();
    expect((await ask('/edge/sight', context, { visible })).status).toBe(404);
    expect((await ask('', context, { visible })).body).toEqual({ data: [] });
  });

  test('a deployment that is not observed is reported as such', async () => {
    const off = contextOf(record, undefined, { observe: 'off' });
    const { status, body } = await ask('/edge/strips?kind=component', off);
    expect([status, body.code]).toEqual([404, 'not-observed']);
    expect((await ask('/edge', off)).body).toMatchObject({ observe: 'off', recording: false, reason: 'off' });
  });

  test.each(['locked', 'newer', 'read-only', 'store'] as const)(
    'a %s history record gives only its state',
    async (reason) => {
      const closed = contextOf(record, undefined, {}, { recording: false, reason });
      const { status, body } = await ask('/edge/sight', closed);
      expect([status, body.reason]).toEqual([503, reason]);
      expect((await ask('/edge', closed)).body).toMatchObject({ recording: false, reason });
    },
  );

  test('a record that another host writes and this one follows is readable', async () => {
    const followed = contextOf(
      record,
      undefined,
      {},
      { recording: false, reason: 'locked', isFollowing: true },
    );
    expect((await ask('/edge/sight', followed)).status).toBe(200);
    expect((await ask('/edge', followed)).body).toMatchObject({
      recording: false,
      reason: 'locked',
      notice: null,
    });
  });

  test('a full disk leaves the recorded rows readable', async () => {
    const full = contextOf(record, undefined, {}, { recording: false, reason: 'disk-full' });
    expect((await ask('/edge/sight', full)).status).toBe(200);
  });
});

test('an endpoint that is no longer polled is not recorded from then on, and is no failure', async () => {
  const record = new RecordInMemory();
  const v1 = '/api/v1/nodes';
  const listed = nodesObservation({ a: ['f', 'operational'] });
  record.read(answeredAt(begin, v1, listed));
  record.read(failedAt(begin + 2_000, v1, 'unreachable'));
  record.read(answeredAt(begin + 10_000, nodes, listed));
  const last = async (path: string, deployment: Partial<RecordedDeployment> = {}) =>
    (
      await rows<CoverageEntry>(
        `/edge/sight?endpoint=${path}&${window(0, 3_600)}`,
        contextOf(record, begin + 3_600_000, deployment),
      )
    ).at(-1);
  const open = { outcome: 'blind', cause: 'not-recorded', to: null };
  expect(await last(v1)).toMatchObject({ ...open, from: time(0) });
  // There was no poll, and no cause is known.
  expect(await last(nodes)).toMatchObject({ ...open, from: time(10) });
  record.read(failedAt(begin + 12_000, nodes, 'unreachable'));
  expect(await last(nodes)).toMatchObject({ cause: 'unreachable' });
  expect(await last(nodes, { observe: 'status' })).toMatchObject(open);
});

describe('the state', () => {
  test('names the recorded endpoints, the start of the record, and its notice', async () => {
    const notice = { kind: 'damaged', since: begin, kept: 'history.db.aside-20261123T030000Z' } as const;
    const context = contextOf(exampleRecord(), undefined, {}, { notice });
    const { body } = await ask('/edge', context);
    expect(body).toEqual({
      deployment: 'edge',
      observe: 'all',
      recording: true,
      reason: null,
      demo: false,
      since: time(0.01),
      knownUntil: time(30.11),
      poll: 2,
      retention: { rawDays: 14, hourDays: 400, spanDays: 400 },
      notice: { kind: 'damaged', since: time(0), kept: 'history.db.aside-20261123T030000Z' },
      endpoints: [status, regions, nodes, '/api/v2/buckets', '/api/v1/applications', '/api/v1/events'],
    });
    expect((await ask('', context)).body).toEqual({ data: [body] });
  });

  test('names no endpoint that the deployment does not offer', async () => {
    const record = exampleRecord();
    record.read(failedAt(begin + 1_000, regions, 'not-offered'));
    record.read(failedAt(begin + 1_000, '/api/v1/regions', 'not-offered'));
    // The endpoints stay out of the list after a restart.
    record.restart(begin + 31_000);
    const { body } = await ask('/edge', contextOf(record, undefined, { observe: 'all' }));
    expect(body.endpoints).toEqual([
      status,
      nodes,
      '/api/v2/buckets',
      '/api/v1/applications',
      '/api/v1/events',
    ]);
  });
});

describe('before the first poll', () => {
  const context = contextOf(new RecordInMemory(), begin, { observe: 'status' });

  test('nothing is known', async () => {
    const { body } = await ask(`/edge/spans?${window(0, 60)}`, context);
    expect(body).toMatchObject({ knownUntil: null, settledUntil: null, data: [] });
    expect(await rows(`/edge/strips?kind=component&${window(0, 60)}`, context)).toEqual([]);
    expect(await rows(`/edge/sight?${window(0, 60)}`, context)).toEqual([
      {
        endpoint: status,
        from: '1970-01-01T00:00:00.000Z',
        to: null,
        outcome: 'blind',
        cause: 'not-recorded',
        detail: null,
        looks: 0,
        longestSeconds: null,
        complete: true,
      },
    ]);
  });
});

describe('spans', () => {
  test('absence is a span without a word, and a component that appears later was absent at the poll before', async () => {
    const record = new RecordInMemory();
    record.read(answeredAt(begin, status, statusObservation('operational', { A: 'operational' })));
    record.read(answeredAt(begin + 2_000, status, statusObservation('operational', { B: 'flux' })));
    const reported = await rows<SpanEntry>(`/edge/spans?${window(-10, 60)}`, contextOf(record));
    expect(
      reported.map(({ kind, key, word, severity, from, notBefore }) => [
        kind,
        key,
        word,
        severity,
        from,
        notBefore,
      ]),
    ).toEqual([
      ['component', 'A', 'operational', 'ok', time(0), null],
      ['component', 'A', null, 'vanished', time(2), time(-0.01)],
      ['component', 'B', 'flux', 'unknown', time(2), time(-0.01)],
      ['deployment', 'edge', 'operational', 'ok', time(0), null],
    ]);
  });

  test('overlap the half-open window with their own times', async () => {
    const context = contextOf(exampleRecord());
    const words = async (from: number, to: number) =>
      (await rows<SpanEntry>(`/edge/spans?kind=component&key=API&${window(from, to)}`, context)).map(
        ({ word }) => word,
      );
    expect(await words(4, 4.01)).toEqual(['operational']);
    expect(await words(4.01, 5)).toEqual(['down']);
    expect(await words(4, 5)).toEqual(['operational', 'down']);
    expect(await words(-5, 0.01)).toEqual([]);
  });

  test('have the class that is configured now, and words that are not text keep their JSON type', async () => {
    const record = new RecordInMemory();
    record.read(answeredAt(begin, status, statusObservation('flux', { A: null })));
    const context = contextOf(record, begin + 1_000, { words: { flux: 'degraded' } });
    const told = await rows<SpanEntry>(`/edge/spans?${window(-10, 60)}`, context);
    expect(told).toMatchObject([
      { key: 'A', word: 'null', json: true, severity: 'unknown' },
      { key: 'edge', word: 'flux', severity: 'degraded' },
    ]);
    expect(told[1]).not.toHaveProperty('json');
  });

  test('beyond 10,000 continue at the address of the next page', async () => {
    const record = new RecordInMemory();
    // Each node has three spans, so the page ends between two spans of one node.
    const count = 3_350;
    for (const [index, word] of ['operational', 'down', 'operational'].entries()) {
      const ids = Array.from({ length: count }, (_, id) => [`nod_${id}`, ['f', word]] as const);
      record.read(answeredAt(begin + index * 5_000, nodes, nodesObservation(Object.fromEntries(ids))));
    }
    const context = contextOf(record, begin + 15_000);
    const first = await ask(`/edge/spans?kind=node&${window(0, 15)}`, context);
    expect(first.body.data).toHaveLength(10_000);
    const second = await ask(`/edge/${first.body.more}`, context);
    expect(second.body).toMatchObject({ from: time(0), to: time(15), more: null });
    expect(second.body.data).toHaveLength(50);
    expect(second.body.data[0]?.from).toBe(first.body.data.at(-1)?.to);
  });
});
