import { expect, onTestFinished, test, vi } from 'vitest';
import { maskOf } from '../net/mask-secrets.ts';
import { checkLevel } from './levels.ts';
import { type LogOptions, openLog, type RequestLine } from './log.ts';

function written(options: LogOptions = {}) {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance', 'Date'], now: Date.UTC(2026, 10, 25) });
  onTestFinished(() => void vi.useRealTimers());
  let text = '';
  const destination = { write: (line: string) => void (text += line) };
  return {
    log: openLog({ destination, ...options }),
    text: () => text,
    lines: (): readonly Record<string, unknown>[] =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
  };
}

const good: RequestLine = {
  method: 'GET',
  path: '/deployments/edge/api/v2/nodes',
  status: 200,
  milliseconds: 3.6,
  bytes: 5000,
  address: '192.0.2.7',
};

test('H23: a request is one JSON line', () => {
  const { log, text, lines } = written();
  log.request(good);
  log.request(good);
  expect(text().split('\n')).toHaveLength(3);
  expect(lines()[0]).toEqual({
    level: 'info',
    time: '2026-11-25T00:00:00.000Z',
    method: 'GET',
    path: '/deployments/edge/api/v2/nodes',
    status: 200,
    bytes: 5000,
    address: '192.0.2.7',
    ms: 4,
    msg: 'request',
  });
});

test('H23: an hour of a failing upstream with 200 viewers logs under 1 MB', () => {
  const { log, text, lines } = written();
  const paths = 'v1/assets v1/regions v2/regions v2/buckets v1/applications v1/nodes v2/nodes v1/events'.split(
    ' ',
  );
  const lists = paths.map((path) => `/deployments/edge/api/${path}`);
  const statuses = ['v1', 'v2'].map((version) => `/deployments/edge/api/${version}/status`);
  for (let second = 0; second < 3600; second += 10) {
    for (let viewer = 0; viewer < 200; viewer += 1) {
      for (const path of statuses)
        log.request({ ...good, path, status: 502, kind: 'unreachable', instance: `urn:uuid:${viewer}` });
      if (second % 30 === 0)
        for (const path of lists) log.request({ ...good, path, kind: 'unreachable', lastGood: true });
    }
    vi.advanceTimersByTime(10_000);
  }
  log.flush();
  expect(text().length).toBeLessThan(1_000_000);
  const reported = lines().map(({ times = 1, msg }) => (msg === 'request' ? 1 : Number(times)));
  expect(reported.reduce((sum, times) => sum + times, 0)).toBe(360 * 200 * 2 + 120 * 200 * 8);
  expect(lines().find(({ msg }) => msg === 'request, again')).toMatchObject({
    level: 'warn',
    status: 502,
    kind: 'unreachable',
    times: expect.any(Number),
  });
});

test('H23: an hour of a client that tries addresses logs under 1 MB', () => {
  const { log, text } = written();
  for (let count = 0; count < 200_000; count += 1) {
    log.request({ ...good, path: `/${count}/${'x'.repeat(5000)}`, status: 404 });
    if (count % 60 === 0) vi.advanceTimersByTime(1_000);
  }
  log.flush();
  expect(text().length).toBeLessThan(100_000);
});

test('H23: terminal control characters are escaped', () => {
  const { log, text } = written();
  log.request({ ...good, path: '/a\u001b[31m\u009b\u0000\n{"level":"fatal"}\u202e' });
  log.report('an error\nof \u001b[2J two \u009b lines');
  expect(text()).not.toMatch(/[^\x20-\x7e\n‹›]/);
  expect(text().trim().split('\n')).toHaveLength(2);
});

test('a repeated report is counted', () => {
  const { log, lines } = written();
  for (let count = 0; count < 5; count += 1) log.report('the disk is full');
  vi.advanceTimersByTime(65_000);
  expect(lines()).toMatchObject([
    { level: 'warn', msg: 'the disk is full' },
    { level: 'warn', msg: 'the disk is full', times: 4 },
  ]);
});

test('H10: a secret in a report is masked', () => {
  const { log, text } = written({ mask: maskOf(['Bearer canary-token']) });
  log.report('invalid header Bearer canary-token');
  log.fatal(new Error('it was canary-token'));
  expect(text()).not.toContain('canary');
  expect(text()).toContain('[secret]');
});

test('EDGEWATCH_LOG sets the lowest level', () => {
  const { log, lines } = written({ level: 'warn' });
  log.request(good);
  log.request({ ...good, status: 502 });
  expect(lines()).toMatchObject([{ status: 502 }]);
  expect(['', 'warn', undefined].map((text) => checkLevel(text))).toEqual(['info', 'warn', 'info']);
  expect(() => checkLevel('loud')).toThrow('EDGEWATCH_LOG must be one of trace, debug, info');
});
