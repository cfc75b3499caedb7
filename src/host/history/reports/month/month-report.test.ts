import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StripEntry } from '#contract/history.ts';
import type { MonthReport } from '#contract/reports/month-report.ts';
import type { RecordedDeployment, ResponseContexts } from '#host/history/responses/context.ts';
import { respond } from '#host/history/responses/respond.ts';
import {
  ask,
  begin,
  contextOf,
  exampleRecord,
  question,
  status,
  time,
} from '#testing/history/history-responses.ts';
import { RecordInMemory } from '#testing/history/recorded.ts';
import { answeredAt, failedAt, statusObservation } from '#testing/observer/polls.ts';

async function reportAt(address: string, context: ResponseContexts): Promise<MonthReport> {
  const { status: code, body } = await ask(address, context);
  expect(code).toBe(200);
  return body as unknown as MonthReport;
}

async function csvAt(address: string, context: ResponseContexts) {
  const { status: code, headers, body } = await respond(question(address), context);
  return { code, headers, lines: new TextDecoder('utf-8').decode(body ?? undefined).split('\r\n') };
}

const second = 1_000;
const none = { good: 0, notice: 0, bad: 0, unknown: 0, unobserved: 0 };
const monthStart = Date.parse('2026-11-01T00:00:00Z');

/** Polls every 10 s for 20 minutes: bad in the minutes 5 and 6 and from 9 to 12. */
function recordOfOutages(): RecordInMemory {
  const record = new RecordInMemory();
  for (let at = 0; at <= 1_200; at += 10) {
    const minute = Math.floor(at / 60);
    const isBad = minute === 5 || minute === 6 || (minute >= 9 && minute <= 12);
    const word = isBad ? 'down' : 'operational';
    record.read(
      answeredAt(
        begin + at * second,
        status,
        statusObservation('operational', { API: word, Web: 'operational' }),
        {
          vouched: 20 * second,
          verdict: isBad ? 'critical' : 'ok',
        },
      ),
    );
  }
  return record;
}

describe('the report of a month', () => {
  const planned: RecordedDeployment['planned'] = [
    { title: 'Rack move', window: { from: time(600), to: time(900) } },
    { title: 'Next month', window: { from: '2026-12-05T00:00:00Z', to: '2026-12-06T00:00:00Z' } },
  ];
  const now = begin + 1_205 * second;
  const context = contextOf(recordOfOutages(), now, { planned });

  test('has the times of the deployment and of its components, with the part in planned work apart', async () => {
    const report = await reportAt('/edge/report?month=2026-11', context);
    expect(report).toMatchObject({
      deployment: 'edge',
      month: '2026-11',
      zone: 'UTC',
      from: '2026-11-01T00:00:00.000Z',
      // The next full minute.
      to: time(1_260),
      cut: 0,
    });
    const unobserved = begin - monthStart + 60 * second;
    const times = { good: 840 * second, notice: 0, bad: 360 * second, unknown: 0, unobserved };
    const longest = {
      from: time(540),
      to: time(780),
      bad: 240 * second,
      planned: 180 * second,
      unobserved: 0,
      worst: 'critical',
    };
    const deployment = { kind: 'deployment', key: 'edge', occurrence: 1 };
    const api = { kind: 'component', key: 'API', occurrence: 1 };
    const bad = {
      ...times,
      observed: 1_200 * second,
      planned: { ...none, good: 120 * second, bad: 180 * second },
      outages: 2,
    };
    expect(report.data).toEqual([
      { ...deployment, ...bad, longest: { ...deployment, ...longest } },
      { ...api, ...bad, longest: { ...api, ...longest } },
      {
        kind: 'component',
        key: 'Web',
        occurrence: 1,
        ...none,
        good: 1_200 * second,
        unobserved,
        observed: 1_200 * second,
        planned: { ...none, good: 300 * second },
        outages: 0,
        longest: null,
      },
    ]);
    expect(report.outages.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ['deployment', time(300), time(420)],
      ['component', time(300), time(420)],
      ['deployment', time(540), time(780)],
      ['component', time(540), time(780)],
    ]);
    expect(report.planned).toEqual([
      { title: 'Rack move', from: time(600), to: time(900), ...none, good: 120 * second, bad: 180 * second },
    ]);
  });

  test('counts the month of the requested zone', async () => {
    const { from, zone } = await reportAt('/edge/report?month=2026-11&zone=europe/berlin', context);
    expect([from, zone]).toEqual(['2026-10-31T23:00:00.000Z', 'Europe/Berlin']);
  });

  test('has the outages as a CSV file', async () => {
    const { code, headers, lines } = await csvAt('/edge/outages.csv?month=2026-11', context);
    expect(code).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="edge-outages-2026-11.csv"',
    });
    expect(lines).toContain(`edge,API,1,${time(540)},${time(780)},critical,240,180,0`);
    expect(lines).toContain(`edge,,,${time(540)},${time(780)},critical,240,180,0`);
    const unchanged = await respond(
      question('/edge/outages.csv?month=2026-11', { ifNoneMatch: headers['etag'] ?? '' }),
      context,
    );
    expect(unchanged.status).toBe(304);
  });

  test('is cached for an hour once nothing in it can change, else for a poll period', async () => {
    const cached = async (month: string) =>
      (await ask(`/edge/report?month=${month}`, context)).headers['cache-control'];
    expect(await cached('2026-10')).toBe('public, max-age=3600');
    expect(await cached('2026-11')).toBe('public, max-age=2');
  });

  test('of a month without history is not observed', async () => {
    const { data, outages } = await reportAt('/edge/report?month=2020-02', context);
    expect(data).toEqual([
      {
        kind: 'deployment',
        key: 'edge',
        occurrence: 1,
        ...none,
        unobserved: 29 * 86_400_000,
        observed: 0,
        planned: none,
        outages: 0,
        longest: null,
      },
    ]);
    expect(outages).toEqual([]);
  });

  test.each([
    ['report', 400, 'month'],
    ['report?month=November', 400, 'month'],
    ['report?month=2026-12', 400, 'month'],
    ['report?month=2026-11&zone=Mars', 400, 'zone'],
    ['report?month=2026-11&from=x', 400, 'from'],
    ['outages.csv?month=2026-11&month=2026-11', 400, 'month'],
    ['outages.csv/x?month=2026-11', 404, undefined],
  ])('%s is refused', async (address, code, parameter) => {
    const { status: found, headers, body } = await ask(`/edge/${address}`, context);
    expect([found, body.parameter]).toEqual([code, parameter]);
    expect(headers['content-type']).toBe('application/problem+json');
  });

  test('follows access, and is not there for a deployment that is not observed', async () => {
    const hidden = await ask('/edge/outages.csv?month=2026-11', context, { visible: new Set() });
    expect(hidden.status).toBe(404);
    const off = contextOf(recordOfOutages(), now, { observe: 'off' });
    expect((await ask('/edge/report?month=2026-11', off)).body.code).toBe('not-observed');
  });
});

test('an outage goes on over a gap, and one that is not over keeps the report from being final', async () => {
  const context = contextOf(exampleRecord());
  const { data, outages } = await reportAt('/edge/report?month=2026-11', context);
  expect(data.find(({ key }) => key === 'API')).toMatchObject({ good: 4_000, bad: 0, outages: 1 });
  expect(outages).toEqual([
    {
      kind: 'component',
      key: 'API',
      occurrence: 1,
      from: time(4.01),
      to: null,
      bad: 0,
      planned: 0,
      unobserved: 55_990,
      worst: 'critical',
    },
  ]);
});

const poll = fc.record({
  gap: fc.constantFrom(2_000, 11_999, 12_001, 40_000, 5_000_000),
  word: fc.constantFrom('operational', 'OK', 'maintenance', 'degraded', 'down', 'flux', null, 'failed'),
});

test('the report has the same times as the strips', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(poll, { minLength: 1, maxLength: 30 }), async (polls) => {
      const record = new RecordInMemory();
      let at = begin;
      for (const { gap, word } of polls) {
        at += gap;
        const components = word === null ? {} : { API: word };
        record.read(
          word === 'failed'
            ? failedAt(at, status, 'unreachable')
            : answeredAt(at, status, statusObservation('operational', components), {
                verdict: word === 'down' ? 'critical' : 'ok',
              }),
        );
      }
      const context = contextOf(record, at + 3_000);
      const report = await reportAt('/edge/report?month=2026-11', context);
      const { from, to } = report;
      for (const kind of ['deployment', 'component'] as const) {
        const address = `/edge/strips?kind=${kind}&from=${from}&to=${to}`;
        const strips = (await ask(address, context)).body.data as unknown as readonly StripEntry[];
        for (const { key, good, notice, bad, unknown, unobserved } of strips)
          expect(report.data.find((row) => row.kind === kind && row.key === key)).toMatchObject({
            good,
            notice,
            bad,
            unknown,
            unobserved,
          });
      }
    }),
    { numRuns: 60 },
  );
});
